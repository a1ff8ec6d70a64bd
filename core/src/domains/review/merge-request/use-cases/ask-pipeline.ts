import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { invalid, refuse } from '../../../../kernel/index.js'
import type { PipelineRow } from '../../../delivery/pipeline/queries.js'
import { accessTo, mayInProject } from '../../../projects/project/access.js'
import { canPushToSource } from './branches.js'
import { findMergeRequest, type MergeRequestRef } from './find.js'
import { createMergeRequestPipeline } from './pipelines.js'

/** Makes a pipeline because somebody asks (docs/reference/behaviour/review.md#pipelines-of-a-merge-request). Rejections: `NotFound`, `RecordNotFound`, `Forbidden`; those of the making. */
export const askForPipeline = async (
  forge: Forge,
  { principal, context }: Caller,
  request: MergeRequestRef,
): UseCaseResult<PipelineRow> => {
  const found = findMergeRequest(forge, principal, request, 'refused')
  if (E.isLeft(found)) return found
  const { row } = found.right
  const source = forge.read.projects.byId(row.sourceProjectId)
  const may = source !== undefined && mayInProject(accessTo(forge, principal, source), 'create_pipeline')
  if (principal.kind !== 'user' || !may)
    return refuse(invalid({ base: ['Insufficient permissions to create a new pipeline'] }))
  if (row.version.state !== 'empty' && !canPushToSource(forge, principal, row))
    return refuse(
      invalid({ base: [`You do not have sufficient permission to run a pipeline on '${row.sourceBranch}'.`] }),
    )
  return createMergeRequestPipeline(forge, row, { userId: principal.userId, context, asked: true })
}
