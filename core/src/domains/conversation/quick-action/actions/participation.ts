import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import { isSubscribedToIssue } from '../../../planning/issue/use-cases/read.js'
import { setIssueSubscription } from '../../../planning/issue/use-cases/subscription.js'
import { mayInProject } from '../../../projects/project/access.js'
import { isSubscribedTo, setSubscription } from '../../../review/merge-request/use-cases/subscription.js'
import { toggleAward } from '../../award-emoji/use-cases.js'
import type { TodoRow } from '../../todo/queries.js'
import { completeTodo } from '../../todo/steps/record-todo.js'
import { markTodo } from '../../todo/use-cases.js'
import { emojiIn } from '../parsing/index.js'
import { type ActionContext, noEffect, type QuickAction, type Step } from './quick-action.js'

const pending = ({ forge, user, issuable }: ActionContext): ReadonlyArray<TodoRow> =>
  forge.read.todos.pendingOf(user.userId, issuable.type, issuable.id)

export const todo: QuickAction = (context) => {
  const { caller, issuable } = context
  if (pending(context).length > 0) return undefined
  const followUp: Step = (forge) => markTodo(forge, caller, issuable.ref)
  return { changes: { todo_event: 'add' }, message: 'Added a to do.', followUp }
}

export const done: QuickAction = (context) => {
  const rows = pending(context)
  if (rows.length === 0) return undefined
  const followUp: Step = async (forge) => {
    for (const row of rows) {
      const ticked = await completeTodo(forge, row, withNewCommandId(forge, context.caller.context))
      if (E.isLeft(ticked)) return ticked
    }
    return E.right(undefined)
  }
  return { changes: { todo_event: 'done' }, message: 'Marked to do as done.', followUp }
}

const follow =
  (wanted: boolean): QuickAction =>
  ({ forge, caller, user, issuable }) => {
    const { type, id, ref } = issuable
    const isIssue = type === 'Issue'
    const isSubscribed = (isIssue ? isSubscribedToIssue : isSubscribedTo)(forge, { id, userId: user.userId })
    if (isSubscribed === wanted) return undefined
    const followUp: Step = (forge) =>
      isIssue
        ? setIssueSubscription(forge, caller, { issue: ref, wanted })
        : setSubscription(forge, caller, { mergeRequest: ref, subscribed: wanted })
    return wanted
      ? { changes: { subscription_event: 'subscribe' }, message: 'Subscribed to notifications.', followUp }
      : { changes: { subscription_event: 'unsubscribe' }, message: 'Unsubscribed from notifications.', followUp }
  }

export const subscribe = follow(true)
export const unsubscribe = follow(false)

export const award: QuickAction = ({ forge, caller, issuable }, argument) => {
  const given = emojiIn(argument)
  const name = given === undefined ? undefined : forge.emojiNames.canonical(given)
  if (name === undefined || !mayInProject(issuable.project, 'award_emoji')) return noEffect()
  return {
    changes: { emoji_award: name },
    message: `Toggled :${name}: emoji award.`,
    followUp: (forge) => toggleAward(forge, caller, { ref: issuable.ref, emoji: name }),
  }
}
