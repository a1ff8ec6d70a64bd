import * as E from 'fp-ts/lib/Either.js'
import type { Query, VisibleLookup } from '../../../../app/forge.js'
import { projectFor } from '../../../projects/project/access.js'
import type { JobRow, PipelineRow } from '../queries.js'
import type { CiStatus } from '../status.js'
import { getPipeline, type PipelineRef } from './find.js'

/** Which jobs of a pipeline a list contains. */
export interface ListPipelineJobs extends PipelineRef {
  readonly kind: 'build' | 'bridge'
  /** Only those in one of these statuses. */
  readonly statuses: ReadonlyArray<CiStatus> | undefined
  /** Includes retried jobs. */
  readonly retriedToo: boolean
}

/** Jobs of a kind of a pipeline, newest first. Rejections: those of `getPipeline`. */
export const listPipelineJobs: Query<ListPipelineJobs, ReadonlyArray<JobRow>> = (forge, caller, input) => {
  const found = getPipeline(forge, caller, input)
  if (E.isLeft(found)) return found
  const jobs = forge.read.pipelines.jobs(found.right.id, input.retriedToo)
  return E.right(
    jobs.filter((job) => job.kind === input.kind && (input.statuses?.includes(job.status) ?? true)).reverse(),
  )
}

/** The pipeline that a bridge has created; undefined also where the caller may not read the pipelines of its project. */
export const downstreamPipeline: VisibleLookup<Pick<JobRow, 'id'>, PipelineRow | undefined> = (
  forge,
  { principal },
  { id },
) => {
  const row = forge.read.pipelines.downstreamOf(id)
  if (row === undefined) return undefined
  return E.isRight(projectFor(forge, principal, row.projectId, 'read_pipeline')) ? row : undefined
}
