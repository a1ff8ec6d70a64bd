import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../../../kernel/index.js'
import { checkedEstimate, type TimeCommand, totalSpent } from '../../issuable/time-tracking.js'
import type { IssueEvent } from './events.js'
import type { LiveIssue } from './state.js'

type Decision = E.Either<Rejection, ReadonlyArray<IssueEvent>>

const nothing: Decision = E.right([])

/** The same rules as for merge requests: no negative estimate and no negative total. */
export const decideTime = (command: TimeCommand, live: LiveIssue): Decision => {
  if (command.type === 'SetTimeEstimate') {
    const { seconds } = command
    const checked = checkedEstimate(seconds)
    if (E.isLeft(checked)) return checked
    return seconds === live.timeEstimate ? nothing : E.right([{ type: 'IssueTimeEstimateSet', data: { seconds } }])
  }
  if (command.type === 'ResetTimeSpent') {
    const { by, at } = command
    if (live.timeSpent === 0) return nothing
    return E.right([{ type: 'IssueTimeSpent', data: { seconds: -live.timeSpent, by, summary: null, at } }])
  }
  const { type: _, ...data } = command
  const total = totalSpent(live.timeSpent, data.seconds)
  if (E.isLeft(total)) return total
  return data.seconds === 0 ? nothing : E.right([{ type: 'IssueTimeSpent', data }])
}
