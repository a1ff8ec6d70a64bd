import type { CiStatus } from '../../../delivery/pipeline/index.js'
import { isActive } from '../../../delivery/pipeline/index.js'
import type { MergeRequestStatus } from '../state.js'

/** The facts that decide whether a merge request can be merged now. */
export interface MergeFacts {
  readonly status: MergeRequestStatus
  readonly isDraft: boolean
  /** It has no commits, lacks a branch, or is known to conflict. */
  readonly isBroken: boolean
  /** That of the head pipeline; undefined where there is none. */
  readonly pipeline: CiStatus | undefined
  readonly pipelineMustSucceed: boolean
  readonly skippedPipelineCounts: boolean
  readonly discussionsResolved: boolean
  readonly approved: boolean
  /** Those of the external status checks that the project requires. */
  readonly statusChecksPassed: boolean
}

/** The pipeline rule of the project. */
const pipelineAllows = (facts: MergeFacts): boolean => {
  if (!facts.pipelineMustSucceed) return true
  return facts.pipeline === 'success' || (facts.pipeline === 'skipped' && facts.skippedPipelineCounts)
}

/** The obstacles to a merge, in the order of their check (docs/reference/behaviour/review.md#mergeable-state). */
export type Obstacle = 'not_open' | 'draft' | 'broken' | 'discussions' | 'approvals' | 'status_checks' | 'pipeline'

/** The obstacles to a merge. */
export const obstacles = (facts: MergeFacts): ReadonlyArray<Obstacle> => {
  const found: Array<Obstacle> = []
  if (facts.status !== 'opened') found.push('not_open')
  if (facts.isDraft) found.push('draft')
  if (facts.isBroken) found.push('broken')
  if (!facts.discussionsResolved) found.push('discussions')
  if (!facts.approved) found.push('approvals')
  if (!facts.statusChecksPassed) found.push('status_checks')
  if (!pipelineAllows(facts)) found.push('pipeline')
  return found
}

/** Whether it can be merged now. */
export const isMergeable = (facts: MergeFacts): boolean => obstacles(facts).length === 0

/** The effect of a merge request to the API: a merge, auto-merge, or a refusal (docs/reference/behaviour/review.md#merge-when-the-pipeline-succeeds). */
export type MergeAction = 'merge' | 'enableAutoMerge' | 'refuse'

/** The effect of asking to merge now, or when the pipeline succeeds. */
export const mergeAction = (facts: MergeFacts, whenPipelineSucceeds: boolean): MergeAction => {
  if (!whenPipelineSucceeds) return isMergeable(facts) ? 'merge' : 'refuse'
  const isOtherwiseMergeable = isMergeable({ ...facts, pipelineMustSucceed: false })
  if (!isOtherwiseMergeable || facts.pipeline === undefined) return 'refuse'
  if (isActive(facts.pipeline)) return 'enableAutoMerge'
  return facts.pipeline === 'success' ? 'merge' : 'refuse'
}
