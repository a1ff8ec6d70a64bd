import { invalid, refuse } from '../../../kernel/index.js'
import type { LiveMergeRequest } from '../state.js'
import { type Decision, nothing, type Of, only } from './decision.js'

export const setTimeEstimate = ({ seconds }: Of<'SetTimeEstimate'>, live: LiveMergeRequest): Decision => {
  if (seconds < 0) return refuse(invalid({ time_estimate: ['has an invalid format'] }))
  return seconds === live.timeEstimate ? nothing : only({ type: 'TimeEstimateSet', data: { seconds } })
}

/** Never more back than was spent. */
export const spendTime = ({ type: _, ...data }: Of<'SpendTime'>, live: LiveMergeRequest): Decision => {
  const total = live.timeSpent + data.seconds
  if (total < 0) return refuse(invalid({ base: ['Time to subtract exceeds the total time spent'] }))
  if (!Number.isSafeInteger(total)) return refuse(invalid({ base: ['Total time spent is too large'] }))
  return data.seconds === 0 ? nothing : only({ type: 'TimeSpent', data })
}

/** Entries stay: one more takes all of them back. */
export const resetTimeSpent = ({ by, at }: Of<'ResetTimeSpent'>, live: LiveMergeRequest): Decision =>
  live.timeSpent === 0
    ? nothing
    : only({ type: 'TimeSpent', data: { seconds: -live.timeSpent, by, summary: null, at } })
