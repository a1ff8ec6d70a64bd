import * as E from 'fp-ts/lib/Either.js'
import type { Principal, SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import type { AsyncQuery, Forge, Lookup, UseCase } from '../../../../app/forge.js'
import { forbidden, invalid, notAllowed, type Rejection, refuse } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { PipelineRow } from '../../../delivery/pipeline/queries.js'
import type { NewPipeline } from '../../../delivery/pipeline/steps/plan-pipeline.js'
import { createPipeline } from '../../../delivery/pipeline/use-cases/create.js'
import { pipelineRefusal } from '../../../delivery/pipeline/use-cases/pipelines.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { accessTo, mayInProject, projectFor } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { MergeRequestRow } from '../queries.js'
import { canPushToSource } from '../steps/branches.js'
import { commitsOf } from '../steps/changes.js'
import { headRef, mergeRef } from '../steps/versions.js'
import { checkMergeability } from './check-mergeability.js'
import { findMergeRequest, type MergeRequestRef } from './find.js'

const FIRST: PageRequest = { page: 1, perPage: 100 }

const wanted = (row: MergeRequestRow, shas: ReadonlyArray<string>) => ({
  mergeRequestId: row.id,
  sourceProjectId: row.sourceProjectId,
  sourceBranch: row.sourceBranch,
  shas,
})

/** Those of the two projects of a merge request whose pipelines the caller reads; the pipelines of a fork run in the fork. */
const pipelineProjects = (forge: Forge, principal: Principal, row: MergeRequestRow): ReadonlyArray<number> =>
  [...new Set([row.targetProjectId, row.sourceProjectId])].filter((id) =>
    E.isRight(projectFor(forge, principal, id, 'read_pipeline')),
  )

/** The head pipeline for whoever looks: undefined where it ran in a project whose pipelines they do not read. */
export const headPipelineFor = (forge: Forge, principal: Principal, row: MergeRequestRow): PipelineRow | undefined => {
  const head = headPipeline(forge, row)
  return head !== undefined && pipelineProjects(forge, principal, row).includes(head.projectId) ? head : undefined
}

/** The pipeline that counts for the current head: the merge request's own before the branch's, then the newest (docs/reference/behaviour/review.md#pipelines-of-a-merge-request). */
export const headPipeline: Lookup<MergeRequestRow, PipelineRow | undefined> = (forge, row) => {
  const { head } = row.version
  if (head === null) return undefined
  const { rows } = forge.read.pipelines.ofMergeRequest(wanted(row, [head]), FIRST)
  return rows.find((one) => one.sha === head || one.sourceSha === head)
}

export interface ListMergeRequestPipelines {
  readonly mergeRequest: MergeRequestRef
  readonly page: PageRequest
}

/** All pipelines of the merge request and of its commits that the caller reads where they ran (docs/reference/behaviour/review.md#pipelines-of-a-merge-request). Rejections: `NotFound`, `RecordNotFound`, `Forbidden`. */
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

const base = (sentence: string): E.Either<Rejection, never> => refuse(invalid({ base: [sentence] }))

/** The commit a pipeline of merged results is about; undefined where the project wants none or there are conflicts. */
const mergedResult = async (forge: Forge, row: MergeRequestRow): Promise<ObjectId | undefined> => {
  const project = forge.read.projects.byId(row.targetProjectId)
  if (forge.instance.tier === 'free' || project?.mergePipelinesEnabled !== true) return undefined
  const checked = await checkMergeability(forge, row.id)
  return E.isRight(checked) && checked.right.mergeable ? (checked.right.mergeRef ?? undefined) : undefined
}

/** Where a pipeline of this user runs: in the target for those who may make pipelines there, else where the branch is. */
const projectToRunIn = (forge: Forge, row: MergeRequestRow, user: SignedIn | undefined): ProjectRow | undefined => {
  const target = forge.read.projects.byId(row.targetProjectId)
  const isMember =
    user !== undefined && target !== undefined && mayInProject(accessTo(forge, user, target), 'create_pipeline')
  return isMember ? target : forge.read.projects.byId(row.sourceProjectId)
}

/**
 * Makes the pipeline that the CI file calls for in a merge request (docs/reference/behaviour/review.md#pipelines-of-a-merge-request).
 *
 * Rejections: `NotAllowed` where there are no commits; `Invalid` with `base`; `Throttled`; `Unavailable`.
 */
export const createMergeRequestPipeline = async (
  forge: Forge,
  caller: Caller,
  input: {
    readonly row: MergeRequestRow
    readonly userId: number
    readonly skip?: boolean
    readonly cause?: NewPipeline['cause']
    /** Somebody asks for it, so that the limit of pipelines counts. */
    readonly asked?: boolean
  },
): Promise<E.Either<Rejection, PipelineRow>> => {
  const { row } = input
  const { head, start, state } = row.version
  const project = projectToRunIn(forge, row, principalOfUser(forge, input.userId))
  if (head === null || state === 'empty') return refuse(notAllowed)
  if (project === undefined) return base('Insufficient permissions to create a new pipeline')
  if (project.features.builds === 'disabled') return base('Pipelines are disabled!')
  const result = row.sourceProjectId === row.targetProjectId ? await mergedResult(forge, row) : undefined
  const wanted: NewPipeline = {
    project,
    sha: result ?? (head as ObjectId),
    ref: result === undefined ? headRef(row.iid) : mergeRef(row.iid),
    tag: false,
    source: 'merge_request_event',
    beforeSha: project.id === row.targetProjectId ? (start as ObjectId | null) : null,
    userId: input.userId,
    mergeRequest: {
      id: row.id,
      iid: row.iid,
      sourceBranch: row.sourceBranch,
      targetBranch: row.targetBranch,
      title: row.title,
      labels: forge.read.labels.rows(row.labelIds).map(({ title }) => title),
    },
    sourceSha: result === undefined ? null : (head as ObjectId),
    ...(input.skip === undefined ? {} : { skip: input.skip }),
    ...(input.cause === undefined ? {} : { cause: input.cause }),
  }
  const asked = { projectId: project.id, userId: input.userId, sha: wanted.sha }
  const refusal = input.asked === true ? pipelineRefusal(forge, asked, caller.context.at) : undefined
  return refusal === undefined ? createPipeline(forge, caller, wanted) : refuse(refusal)
}

/** Makes a pipeline because somebody asks (docs/reference/behaviour/review.md#pipelines-of-a-merge-request). Rejections: `NotFound`, `RecordNotFound`, `Forbidden`; those of the making. */
export const requestPipeline: UseCase<MergeRequestRef, PipelineRow> = async (forge, { principal, context }, ref) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row } = found.right
  const project = principal.kind === 'user' ? projectToRunIn(forge, row, principal) : undefined
  const may = project !== undefined && mayInProject(accessTo(forge, principal, project), 'create_pipeline')
  if (principal.kind !== 'user' || !may)
    return refuse(invalid({ base: ['Insufficient permissions to create a new pipeline'] }))
  if (project.id === row.sourceProjectId && row.version.state !== 'empty' && !canPushToSource(forge, principal, row))
    return refuse(
      invalid({ base: [`You do not have sufficient permission to run a pipeline on '${row.sourceBranch}'.`] }),
    )
  return createMergeRequestPipeline(forge, { principal, context }, { row, userId: principal.userId, asked: true })
}
