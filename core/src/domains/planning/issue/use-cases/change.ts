import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel } from '../../../../access/index.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, type Instant, refuse, unauthenticated } from '../../../../kernel/index.js'
import { describe, wholeDescription } from '../../../issuable/description.js'
import { saveWithQuickActions } from '../../../issuable/quick-actions.js'
import { mentionsAndReferences } from '../../../issuable/references.js'
import { type AddSpent, type SetEstimate, timeTracking } from '../../../issuable/track-time.js'
import { findIssue, type IssueRef, takesPartInIssue } from '../access.js'
import { issue } from '../decider.js'
import { mayAdminIssue, mayDeleteIssue, mayUpdateIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'
import { type IssueAttributes, issueAttributes } from '../steps/attributes.js'

/** What is to become of an issue; what is left out stays as it is. */
export interface ChangeIssue extends IssueAttributes {
  readonly issue: IssueRef
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly addLabels?: ReadonlyArray<string> | undefined
  readonly removeLabels?: ReadonlyArray<string> | undefined
  readonly confidential?: boolean | undefined
  readonly discussionLocked?: boolean | undefined
  readonly stateEvent?: 'close' | 'reopen' | undefined
  /** Only owners may say when it was. */
  readonly updatedAt?: Instant | undefined
}

const keepChanges: UseCase<ChangeIssue, IssueRow> = async (forge, { principal, context }, input) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findIssue(forge, principal, input.issue)
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  if (!mayUpdateIssue(facts)) return refuse(forbidden())
  const own = forge.read.labels.rows(row.labelIds).map(({ title }) => title)
  const removed = new Set((input.removeLabels ?? []).map((title) => title.trim().toLowerCase()))
  const isDelta = input.addLabels !== undefined || input.removeLabels !== undefined
  const wanted = [...(input.labels ?? own), ...(input.addLabels ?? [])]
  const labels =
    input.labels === undefined && !isDelta ? undefined : wanted.filter((title) => !removed.has(title.toLowerCase()))
  const isOwner = effectiveLevel(facts.project.viewer) >= ACCESS.owner
  const updatedAt = isOwner ? input.updatedAt : undefined
  const attributes = await issueAttributes(forge, principal, facts.project, { ...input, labels }, context)
  if (E.isLeft(attributes)) return attributes
  const { assigneeIds, labelIds, milestoneId, dueDate, weight, issueType } = attributes.right
  const title = input.title?.trim()
  const isTold = title !== undefined || input.description !== undefined
  const text = input.description === undefined ? await wholeDescription(forge, row.description) : input.description
  const mayAdmin = mayAdminIssue(facts)
  const changes = {
    title,
    description: input.description === undefined ? undefined : await describe(forge, input.description),
    ...(isTold
      ? mentionsAndReferences(forge, { principal, projectId: row.projectId }, `${title ?? row.title}\n${text ?? ''}`)
      : {}),
    milestoneId,
    dueDate,
    weight,
    issueType: mayAdmin ? issueType : undefined,
    confidential: mayAdmin ? input.confidential : undefined,
    discussionLocked: mayAdmin ? input.discussionLocked : undefined,
  }
  const command = { type: 'Change', changes, assigneeIds, labelIds, updatedAt } as const
  const done = await forge.aggregates.execute(issue, row.id, command, context)
  if (E.isLeft(done)) return done
  const { userId } = principal
  if (input.stateEvent !== undefined) {
    const move =
      input.stateEvent === 'close'
        ? ({ type: 'Close', by: userId, mergeRequestId: null, updatedAt } as const)
        : ({ type: 'Reopen', by: userId, updatedAt } as const)
    const moved = await forge.aggregates.execute(issue, row.id, move, withNewCommandId(forge, context))
    if (E.isLeft(moved)) return moved
  }
  return E.right(forge.read.issues.byId(row.id) ?? row)
}

/** Changes, closes or reopens an issue, then carries out the quick actions of a new description. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`; `Invalid` (title). */
export const changeIssue: UseCase<ChangeIssue, IssueRow> = (forge, caller, input) =>
  saveWithQuickActions(forge, caller, {
    type: 'Issue',
    description: input.description,
    isNew: false,
    keep: (description) => keepChanges(forge, caller, { ...input, description }),
    refOf: ({ projectId, iid }) => ({ project: projectId, iid }),
    reread: ({ id }) => forge.read.issues.byId(id),
  })

/** Deletes an issue; owners only. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const deleteIssue: UseCase<IssueRef, void> = async (forge, { principal, context }, ref) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  if (!mayDeleteIssue(found.right.facts)) return refuse(forbidden())
  const command = { type: 'Delete', by: principal.userId } as const
  const gone = await forge.aggregates.execute(issue, found.right.row.id, command, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}

/** Whether the caller wishes to follow an issue. */
export interface SetIssueSubscription {
  readonly issue: IssueRef
  readonly wanted: boolean
}

/** Follows an issue, or no longer. Rejections: `NotFound` (Project); `RecordNotFound`; `NotModified` where nothing changes. */
export const setIssueSubscription: UseCase<SetIssueSubscription, IssueRow> = async (
  forge,
  { principal, context },
  { issue: ref, wanted },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { userId } = principal
  const participates = takesPartInIssue(forge, row.id, userId)
  const command = { type: wanted ? 'Subscribe' : 'Unsubscribe', userId, participates } as const
  const done = await forge.aggregates.execute(issue, row.id, command, context)
  return E.isLeft(done) ? done : E.right(row)
}

const tracking = timeTracking<IssueRef, IssueRow>(async (forge, { principal, context }, ref, commandOf) => {
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  if (principal.kind !== 'user' || !mayAdminIssue(facts)) return refuse(forbidden())
  const command = commandOf(principal.userId)
  if (E.isLeft(command)) return command
  const done = await forge.aggregates.execute(issue, row.id, command.right, context)
  return E.isLeft(done) ? done : E.right(forge.read.issues.byId(row.id) ?? row)
})

/** Sets the estimate; null resets it. Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`; `Invalid` (time_estimate). */
export const setIssueTimeEstimate: UseCase<SetEstimate<IssueRef>, IssueRow> = tracking.setEstimate

/** Adds time spent; a negative duration takes some back; `at`: when it was spent. Rejections: as above, and `Invalid` where more is taken back than was spent. */
export const addIssueTimeSpent: UseCase<AddSpent<IssueRef>, IssueRow> = tracking.addSpent

/** Takes all spent time back. Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`. */
export const resetIssueTimeSpent: UseCase<IssueRef, IssueRow> = tracking.resetSpent

/** An issue and the one that it is a duplicate of. */
export interface MarkDuplicate {
  readonly issue: IssueRef
  /** The number in the instance. */
  readonly canonicalId: number
}

/** Keeps that a closed issue is a duplicate of another. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const markDuplicate: UseCase<MarkDuplicate, void> = async (
  forge,
  { principal, context },
  { issue: ref, canonicalId },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  if (!mayUpdateIssue(found.right.facts)) return refuse(forbidden())
  const command = { type: 'MarkDuplicate', canonicalId, by: principal.userId } as const
  const done = await forge.aggregates.execute(issue, found.right.row.id, command, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : E.right(undefined)
}
