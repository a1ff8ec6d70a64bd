import { dayOf, type Instant } from '../../../../kernel/index.js'
import { humanDuration, parseDuration } from '../../../issuable/duration.js'
import {
  addIssueTimeSpent,
  resetIssueTimeSpent,
  setIssueTimeEstimate,
} from '../../../planning/issue/use-cases/change.js'
import { addTimeSpent, resetTimeSpent, setTimeEstimate } from '../../../review/merge-request/use-cases/time.js'
import { dayIn, durationAndDay } from '../reading/index.js'
import { type Act, type Acting, inVain, type Step } from './act.js'

const setEstimate =
  ({ caller, subject }: Acting, duration: string | null): Step =>
  (forge) =>
    subject.type === 'Issue'
      ? setIssueTimeEstimate(forge, caller, subject.ref, duration)
      : setTimeEstimate(forge, caller, subject.ref, duration)

export const removeEstimate = (acting: Acting) =>
  acting.subject.mayAdmin
    ? { changes: { time_estimate: 0 }, message: 'Removed time estimate.', besides: setEstimate(acting, null) }
    : undefined

export const estimate: Act = (acting, argument) => {
  if (!acting.subject.mayAdmin) return undefined
  if (/^0\s*[a-z]*$/i.test(argument)) return removeEstimate(acting)
  const seconds = parseDuration(argument)
  if (seconds === undefined || seconds < 0) return inVain()
  return {
    changes: { time_estimate: seconds },
    message: `Set time estimate to ${humanDuration(seconds) ?? ''}.`,
    besides: setEstimate(acting, argument),
  }
}

export const spend: Act = ({ caller, user, subject }, argument) => {
  if (!subject.mayAdmin) return undefined
  const today = dayOf(caller.context.at)
  const { duration, day } = durationAndDay(argument)
  const spentOn = day === undefined ? today : dayIn(day, today)
  const seconds = parseDuration(duration)
  if (seconds === undefined || spentOn === undefined || spentOn > today) return inVain()
  const at = day === undefined ? caller.context.at : (`${spentOn}T00:00:00.000Z` as Instant)
  return {
    changes: { spend_time: { duration: seconds, user_id: user.userId, spent_at: spentOn } },
    message: `${seconds > 0 ? 'Added' : 'Subtracted'} ${humanDuration(Math.abs(seconds)) ?? ''} spent time.`,
    besides: (forge) =>
      subject.type === 'Issue'
        ? addIssueTimeSpent(forge, caller, subject.ref, duration, undefined, at)
        : addTimeSpent(forge, caller, subject.ref, duration, undefined, at),
  }
}

export const removeTimeSpent: Act = ({ caller, user, subject }) =>
  subject.mayAdmin
    ? {
        changes: { spend_time: { duration: 'reset', user_id: user.userId } },
        message: 'Removed spent time.',
        besides: (forge) =>
          subject.type === 'Issue'
            ? resetIssueTimeSpent(forge, caller, subject.ref)
            : resetTimeSpent(forge, caller, subject.ref),
      }
    : undefined
