import * as t from 'io-ts'
import { list, nullable, oneOf, orUndefined, record, safeInteger, union } from '../../../kernel/codecs.js'
import { autoMerge, checkStarted, mergePlan, opening, rebaseQueued } from './events.js'
import { MERGE_STATUSES } from './rules/merge-status.js'
import { type LiveMergeRequest, MERGE_REQUEST_STATES, type MergeRequestState } from './state.js'
import { version } from './version.js'

const live: t.Type<LiveMergeRequest, unknown, unknown> = t.type({
  kind: t.literal('live'),
  ...opening,
  status: oneOf(MERGE_REQUEST_STATES),
  version: orUndefined(version),
  mergeStatus: oneOf(MERGE_STATUSES),
  checked: orUndefined(checkStarted),
  mergeRef: nullable(t.string),
  plan: orUndefined(mergePlan),
  autoMerge: orUndefined(autoMerge),
  rebase: orUndefined(rebaseQueued),
  mergeError: nullable(t.string),
  timeEstimate: safeInteger,
  timeSpent: safeInteger,
  subscriptions: record(t.string, t.boolean),
  approvals: list(safeInteger),
  reviewed: list(safeInteger),
})

/** The snapshot of a merge request, whose stream grows with pushes and checks. */
export const mergeRequestSnapshot: t.Type<MergeRequestState, unknown, unknown> = union([
  live,
  t.type({ kind: oneOf(['none', 'deleted']) }),
])
