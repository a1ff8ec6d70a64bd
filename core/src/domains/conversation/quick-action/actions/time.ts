import { dayOf, type Instant } from '../../../../kernel/index.js'
import { humanDuration, parseDuration } from '../../../issuable/duration.js'
import {
  addIssueTimeSpent,
  resetIssueTimeSpent,
  setIssueTimeEstimate,
} from '../../../planning/issue/use-cases/time-tracking.js'
import { addTimeSpent, resetTimeSpent, setTimeEstimate } from '../../../review/merge-request/use-cases/time-tracking.js'
import { dayIn, durationAndDay } from '../parsing/index.js'
import { type ActionContext, noEffect, type QuickAction, type Step } from './quick-action.js'

const setEstimate =
  ({ caller, issuable }: ActionContext, duration: string | null): Step =>
  (forge) =>
    issuable.type === 'Issue'
      ? setIssueTimeEstimate(forge, caller, { ref: issuable.ref, duration })
      : setTimeEstimate(forge, caller, { ref: issuable.ref, duration })

export const removeEstimate = (context: ActionContext) =>
  context.issuable.mayAdmin
    ? { changes: { time_estimate: 0 }, message: 'Removed time estimate.', followUp: setEstimate(context, null) }
    : undefined

export const estimate: QuickAction = (context, argument) => {
  if (!context.issuable.mayAdmin) return undefined
  if (/^0\s*[a-z]*$/i.test(argument)) return removeEstimate(context)
  const seconds = parseDuration(argument)
  if (seconds === undefined || seconds < 0) return noEffect()
  return {
    changes: { time_estimate: seconds },
    message: `Set time estimate to ${humanDuration(seconds) ?? ''}.`,
    followUp: setEstimate(context, argument),
  }
}

export const spend: QuickAction = ({ caller, user, issuable }, argument) => {
  if (!issuable.mayAdmin) return undefined
  const today = dayOf(caller.context.at)
  const { duration, day } = durationAndDay(argument)
  const spentOn = day === undefined ? today : dayIn(day, today)
  const seconds = parseDuration(duration)
  if (seconds === undefined || spentOn === undefined || spentOn > today) return noEffect()
  const at = day === undefined ? caller.context.at : (`${spentOn}T00:00:00.000Z` as Instant)
  return {
    changes: { spend_time: { duration: seconds, user_id: user.userId, spent_at: spentOn } },
    message: `${seconds > 0 ? 'Added' : 'Subtracted'} ${humanDuration(Math.abs(seconds)) ?? ''} spent time.`,
    followUp: (forge) =>
      issuable.type === 'Issue'
        ? addIssueTimeSpent(forge, caller, { ref: issuable.ref, duration, at })
        : addTimeSpent(forge, caller, { ref: issuable.ref, duration, at }),
  }
}

export const removeTimeSpent: QuickAction = ({ caller, user, issuable }) =>
  issuable.mayAdmin
    ? {
        changes: { spend_time: { duration: 'reset', user_id: user.userId } },
        message: 'Removed spent time.',
        followUp: (forge) =>
          issuable.type === 'Issue'
            ? resetIssueTimeSpent(forge, caller, issuable.ref)
            : resetTimeSpent(forge, caller, issuable.ref),
      }
    : undefined
