import * as E from 'fp-ts/lib/Either.js'
import { checkedEstimate, totalSpent } from '../../../issuable/time-tracking.js'
import type { LiveMergeRequest } from '../state.js'
import { type Decision, nothing, type Of, only } from './decision.js'

export const setTimeEstimate = ({ seconds }: Of<'SetTimeEstimate'>, live: LiveMergeRequest): Decision => {
  const sound = checkedEstimate(seconds)
  if (E.isLeft(sound)) return sound
  return seconds === live.timeEstimate ? nothing : only({ type: 'TimeEstimateSet', data: { seconds } })
}

export const spendTime = ({ type: _, ...data }: Of<'SpendTime'>, live: LiveMergeRequest): Decision => {
  const total = totalSpent(live.timeSpent, data.seconds)
  if (E.isLeft(total)) return total
  return data.seconds === 0 ? nothing : only({ type: 'TimeSpent', data })
}

/** Entries stay: one more takes all of them back. */
export const resetTimeSpent = ({ by, at }: Of<'ResetTimeSpent'>, live: LiveMergeRequest): Decision =>
  live.timeSpent === 0
    ? nothing
    : only({ type: 'TimeSpent', data: { seconds: -live.timeSpent, by, summary: null, at } })
