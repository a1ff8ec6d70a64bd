import * as E from 'fp-ts/lib/Either.js'
import { findIssuable, type Issuable } from '../../../issuable/issuable.js'
import { markDuplicate } from '../../../planning/issue/use-cases/duplicate.js'
import { type Reference, referenceIn } from '../parsing/index.js'
import { type ActionContext, noEffect, nounOf, type QuickAction } from './quick-action.js'

export const close: QuickAction = ({ issuable }) =>
  issuable.mayUpdate && issuable.state === 'opened'
    ? { changes: { state_event: 'close' }, message: `Closed this ${nounOf(issuable)}.`, set: { stateEvent: 'close' } }
    : undefined

export const reopen: QuickAction = ({ issuable }) =>
  issuable.mayReopen && issuable.state === 'closed'
    ? {
        changes: { state_event: 'reopen' },
        message: `Reopened this ${nounOf(issuable)}.`,
        set: { stateEvent: 'reopen' },
      }
    : undefined

const found = ({ forge, user, issuable }: ActionContext, { type, path, iid }: Reference): Issuable | undefined => {
  const one = findIssuable(forge, { principal: user }, { type, project: path ?? issuable.project.project.id, iid })
  return E.isLeft(one) ? undefined : one.right
}

/** Closes it in favour of another issue. */
export const duplicate: QuickAction = (context, argument) => {
  const { forge, issuable, caller } = context
  if (!issuable.mayUpdate) return undefined
  const reference = referenceIn(argument, forge.instance.externalUrl)
  const other = reference?.type === 'Issue' ? found(context, reference) : undefined
  if (other === undefined || other.id === issuable.id)
    return noEffect('Failed to mark this issue as a duplicate because referenced issue was not found.')
  return {
    changes: { canonical_issue_id: other.id },
    message: `Closed this issue. Marked as related to, and a duplicate of, ${argument}.`,
    set: issuable.state === 'opened' ? { stateEvent: 'close' } : {},
    followUp: (forge) => markDuplicate(forge, caller, { issue: issuable.ref, canonicalId: other.id }),
  }
}

/** Copies labels and milestone from another issuable of the same project. */
export const copyMetadata: QuickAction = (context, argument) => {
  const { forge, issuable } = context
  if (!issuable.mayAdmin) return undefined
  const reference = referenceIn(argument, forge.instance.externalUrl)
  const other = reference === undefined ? undefined : found(context, reference)
  if (other === undefined || other.project.project.id !== issuable.project.project.id) return noEffect()
  const row = other.type === 'Issue' ? forge.read.issues.byId(other.id) : forge.read.mergeRequests.byId(other.id)
  if (row === undefined) return noEffect()
  const { labelIds, milestoneId } = row
  const labels = [...new Set([...issuable.labelIds, ...labelIds])]
  return {
    changes: { add_label_ids: labelIds, ...(milestoneId === null ? {} : { milestone_id: milestoneId }) },
    message: `Copied labels and milestone from ${argument}.`,
    set: milestoneId === null ? { labelIds: labels } : { labelIds: labels, milestoneId },
  }
}
