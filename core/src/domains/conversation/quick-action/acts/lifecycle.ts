import * as E from 'fp-ts/lib/Either.js'
import { findIssuable, type Issuable } from '../../../issuable/issuable.js'
import { markDuplicate } from '../../../planning/issue/use-cases/change.js'
import { type Reference, referenceIn } from '../reading/index.js'
import { type Act, type Acting, inVain, nounOf } from './act.js'

export const close: Act = ({ subject }) =>
  subject.mayUpdate && subject.isOpen
    ? { changes: { state_event: 'close' }, message: `Closed this ${nounOf(subject)}.`, set: { stateEvent: 'close' } }
    : undefined

export const reopen: Act = ({ subject }) =>
  subject.mayReopen && subject.isClosed
    ? {
        changes: { state_event: 'reopen' },
        message: `Reopened this ${nounOf(subject)}.`,
        set: { stateEvent: 'reopen' },
      }
    : undefined

const found = ({ forge, user, subject }: Acting, { type, path, iid }: Reference): Issuable | undefined => {
  const one = findIssuable(forge, { principal: user }, { type, project: path ?? subject.project.project.id, iid })
  return E.isLeft(one) ? undefined : one.right
}

/** Closes it in favour of another issue. */
export const duplicate: Act = (acting, argument) => {
  const { forge, subject, caller } = acting
  if (!subject.mayUpdate) return undefined
  const reference = referenceIn(argument, forge.instance.externalUrl)
  const other = reference?.type === 'Issue' ? found(acting, reference) : undefined
  if (other === undefined || other.id === subject.id)
    return inVain('Failed to mark this issue as a duplicate because referenced issue was not found.')
  return {
    changes: { canonical_issue_id: other.id },
    message: `Closed this issue. Marked as related to, and a duplicate of, ${argument}.`,
    set: subject.isOpen ? { stateEvent: 'close' } : {},
    besides: (forge) => markDuplicate(forge, caller, { issue: subject.ref, canonicalId: other.id }),
  }
}

/** Labels and milestone of another one in the same project. */
export const copyMetadata: Act = (acting, argument) => {
  const { forge, subject } = acting
  if (!subject.mayAdmin) return undefined
  const reference = referenceIn(argument, forge.instance.externalUrl)
  const other = reference === undefined ? undefined : found(acting, reference)
  if (other === undefined || other.project.project.id !== subject.project.project.id) return inVain()
  const row = other.type === 'Issue' ? forge.read.issues.byId(other.id) : forge.read.mergeRequests.byId(other.id)
  if (row === undefined) return inVain()
  const { labelIds, milestoneId } = row
  const labels = [...new Set([...subject.labelIds, ...labelIds])]
  return {
    changes: { add_label_ids: labelIds, ...(milestoneId === null ? {} : { milestone_id: milestoneId }) },
    message: `Copied labels and milestone from ${argument}.`,
    set: milestoneId === null ? { labelIds: labels } : { labelIds: labels, milestoneId },
  }
}
