import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import { setIssueSubscription } from '../../../planning/issue/use-cases/change.js'
import { isSubscribedToIssue } from '../../../planning/issue/use-cases/read.js'
import { mayInProject } from '../../../projects/project/access.js'
import { isSubscribedTo, setSubscription } from '../../../review/merge-request/use-cases/subscribe.js'
import { toggleAward } from '../../award-emoji/use-cases.js'
import type { TodoRow } from '../../todo/queries.js'
import { completeTodo, markTodo } from '../../todo/use-cases.js'
import { emojiIn } from '../reading/index.js'
import { type Act, type Acting, inVain, type Step } from './act.js'

const pending = ({ forge, user, subject }: Acting): ReadonlyArray<TodoRow> =>
  forge.read.todos.pendingOf(user.userId, subject.type, subject.id)

export const todo: Act = (acting) => {
  const { caller, subject } = acting
  if (pending(acting).length > 0) return undefined
  const besides: Step = (forge) => markTodo(forge, caller, subject.ref)
  return { changes: { todo_event: 'add' }, message: 'Added a to do.', besides }
}

export const done: Act = (acting) => {
  const rows = pending(acting)
  if (rows.length === 0) return undefined
  const besides: Step = async (forge) => {
    for (const row of rows) {
      const ticked = await completeTodo(forge, row, withNewCommandId(forge, acting.caller.context))
      if (E.isLeft(ticked)) return ticked
    }
    return E.right(undefined)
  }
  return { changes: { todo_event: 'done' }, message: 'Marked to do as done.', besides }
}

const follow =
  (wanted: boolean): Act =>
  ({ forge, caller, user, subject }) => {
    const { type, id, ref } = subject
    const isIssue = type === 'Issue'
    const follows = isIssue ? isSubscribedToIssue(forge, id, user.userId) : isSubscribedTo(forge, id, user.userId)
    if (follows === wanted) return undefined
    const besides: Step = (forge) =>
      isIssue
        ? setIssueSubscription(forge, caller, { issue: ref, wanted })
        : setSubscription(forge, caller, ref, wanted)
    return wanted
      ? { changes: { subscription_event: 'subscribe' }, message: 'Subscribed to notifications.', besides }
      : { changes: { subscription_event: 'unsubscribe' }, message: 'Unsubscribed from notifications.', besides }
  }

export const subscribe = follow(true)
export const unsubscribe = follow(false)

export const award: Act = ({ forge, caller, subject }, argument) => {
  const given = emojiIn(argument)
  const name = given === undefined ? undefined : forge.emojiNames.canonical(given)
  if (name === undefined || !mayInProject(subject.project, 'award_emoji')) return inVain()
  return {
    changes: { emoji_award: name },
    message: `Toggled :${name}: emoji award.`,
    besides: (forge) => toggleAward(forge, caller, { ref: subject.ref, emoji: name }),
  }
}
