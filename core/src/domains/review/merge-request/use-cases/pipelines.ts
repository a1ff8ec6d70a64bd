import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/principal.js'
import type { AsyncQuery, Forge, Lookup, UseCase, VisibleLookup } from '../../../../app/forge.js'
import { forbidden, invalid, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { PipelineRow } from '../../../delivery/pipeline/queries.js'
import { accessTo, mayInProject, projectFor } from '../../../projects/project/access.js'
import { findMergeRequest, type MergeRequestRef } from '../access.js'
import type { MergeRequestRow } from '../queries.js'
import { canPushToSource } from '../steps/branches.js'
import { commitsOf } from '../steps/changes.js'
import { createMergeRequestPipeline, projectToRunIn } from '../steps/create-pipeline.js'

const wanted = (row: MergeRequestRow, shas: ReadonlyArray<string>) => ({
  mergeRequestId: row.id,
  sourceProjectId: row.sourceProjectId,
  sourceBranch: row.sourceBranch,
  shas,
})

const FIRST: PageRequest = { page: 1, perPage: 100 }

/** Those of the two projects whose pipelines the caller may read; the pipelines of a fork run in the fork. */
const pipelineProjects = (forge: Forge, principal: Principal, row: MergeRequestRow): ReadonlyArray<number> =>
  [...new Set([row.targetProjectId, row.sourceProjectId])].filter((id) =>
    E.isRight(projectFor(forge, principal, id, 'read_pipeline')),
  )

/** The head pipeline; undefined where it ran in a project whose pipelines the caller may not read. */
export const headPipelineFor: VisibleLookup<MergeRequestRow, PipelineRow | undefined> = (forge, { principal }, row) => {
  const head = headPipeline(forge, row)
  return head !== undefined && pipelineProjects(forge, principal, row).includes(head.projectId) ? head : undefined
}

/** The head pipeline: the merge request's own before the branch's, then the newest (docs/reference/behaviour/review.md#pipelines-of-a-merge-request). */
export const headPipeline: Lookup<MergeRequestRow, PipelineRow | undefined> = (forge, row) => {
  const { head } = row.version
  if (head === null) return undefined
  const { id: mergeRequestId, sourceProjectId, sourceBranch } = row
  return forge.read.pipelines.headOfMergeRequest({ mergeRequestId, sourceProjectId, sourceBranch, sha: head })
}

export interface ListMergeRequestPipelines {
  readonly mergeRequest: MergeRequestRef
  readonly page: PageRequest
}

/**
 * All pipelines of the merge request and of its commits that the caller may read
 * (docs/reference/behaviour/review.md#pipelines-of-a-merge-request). Rejections: `NotFound`, `RecordNotFound`, `Forbidden`.
 */
export const listMergeRequestPipelines: AsyncQuery<ListMergeRequestPipelines, Page<PipelineRow>> = async (
  forge,
  { principal },
  { mergeRequest: ref, page },
) => {
  const access = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'closed' })
  if (E.isLeft(access)) return access
  const { row, target } = access.right
  if (!mayInProject(target, 'read_pipeline')) return refuse(forbidden())
  const versions = forge.read.mergeRequests.versions(row.id, FIRST).rows
  const shas = new Set(versions.flatMap(({ head }) => head ?? []))
  for (const commit of await commitsOf(forge, row.targetProjectId, row.version)) shas.add(commit.id)
  const projectIds = pipelineProjects(forge, principal, row)
  return E.right(forge.read.pipelines.ofMergeRequest({ ...wanted(row, [...shas]), projectIds }, page))
}

/**
 * Creates a pipeline on request (docs/reference/behaviour/review.md#pipelines-of-a-merge-request). Rejections: `NotFound`, `RecordNotFound`,
 * `Forbidden`; those of creating it.
 */
export const requestPipeline: UseCase<MergeRequestRef, PipelineRow> = async (forge, { principal, context }, ref) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row } = found.right
  const project = principal.kind === 'user' ? projectToRunIn(forge, row, principal) : undefined
  if (project?.features.builds === 'disabled') return refuse(invalid({ base: ['Pipelines are disabled!'] }))
  const may = project !== undefined && mayInProject(accessTo(forge, principal, project), 'create_pipeline')
  if (principal.kind !== 'user' || !may)
    return refuse(invalid({ base: ['Insufficient permissions to create a new pipeline'] }))
  if (project.id === row.sourceProjectId && row.version.state !== 'empty' && !canPushToSource(forge, principal, row))
    return refuse(
      invalid({ base: [`You do not have sufficient permission to run a pipeline on '${row.sourceBranch}'.`] }),
    )
  return createMergeRequestPipeline(forge, { principal, context }, { row, userId: principal.userId, asked: true })
}
