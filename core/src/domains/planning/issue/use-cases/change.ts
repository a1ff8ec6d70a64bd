import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import { describe, wholeDescription } from '../../../issuable/description.js'
import { saveWithQuickActions } from '../../../issuable/quick-actions.js'
import { mentionsAndReferences } from '../../../issuable/references.js'
import { type IssueForUser, type IssueRef, issueFor } from '../access.js'
import { issue } from '../decider.js'
import { mayAdminIssue, mayUpdateIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'
import { type IssueAttributes, issueAttributes } from '../steps/attributes.js'

/** A change of an issue; omitted fields stay as they are. */
export interface ChangeIssue extends IssueAttributes {
  readonly issue: IssueRef
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly addLabels?: ReadonlyArray<string> | undefined
  readonly removeLabels?: ReadonlyArray<string> | undefined
  readonly confidential?: boolean | undefined
  readonly discussionLocked?: boolean | undefined
  readonly stateEvent?: 'close' | 'reopen' | undefined
  /** The time of the change, for owners only. */
  readonly updatedAt?: Instant | undefined
}

interface Changing extends IssueForUser {
  readonly forge: Forge
  readonly context: Caller['context']
  readonly input: ChangeIssue
}

/** The titles of the labels after the change: replaced, then added, then removed; undefined where they stay. */
const labelsAfter = ({ forge, row, input }: Changing): ReadonlyArray<string> | undefined => {
  const { labels, addLabels, removeLabels } = input
  if (labels === undefined && addLabels === undefined && removeLabels === undefined) return undefined
  const replaced = labels ?? forge.read.labels.rows(row.labelIds).map(({ title }) => title)
  const removed = new Set((removeLabels ?? []).map((title) => title.trim().toLowerCase()))
  return [...replaced, ...(addLabels ?? [])].filter((title) => !removed.has(title.toLowerCase()))
}

/** The new texts, with their mentions and references. */
const textChanges = async ({ forge, principal, row, input }: Changing) => {
  const title = input.title?.trim()
  if (title === undefined && input.description === undefined) return {}
  const text = input.description === undefined ? await wholeDescription(forge, row.description) : input.description
  const speaker = { principal, projectId: row.projectId }
  return {
    title,
    description: input.description === undefined ? undefined : await describe(forge, input.description),
    ...mentionsAndReferences(forge, speaker, `${title ?? row.title}\n${text ?? ''}`),
  }
}

/** The time to store for the change; undefined: that of the command. */
const updatedAtOf = ({ facts, input }: Changing): Instant | undefined =>
  effectiveLevel(facts.project.viewer) >= ACCESS.owner ? input.updatedAt : undefined

const changeDetails = async (changing: Changing): UseCaseResult<unknown> => {
  const { forge, principal, context, row, facts, input } = changing
  const given = { ...input, labels: labelsAfter(changing) }
  const attributes = await issueAttributes(forge, principal, facts.project, given, context)
  if (E.isLeft(attributes)) return attributes
  const { assigneeIds, labelIds, milestoneId, dueDate, weight, issueType } = attributes.right
  const { confidential, discussionLocked } = input
  const changes = {
    ...(await textChanges(changing)),
    milestoneId,
    dueDate,
    weight,
    ...(mayAdminIssue(facts) ? { issueType, confidential, discussionLocked } : {}),
  }
  const command = { type: 'Change', changes, assigneeIds, labelIds, updatedAt: updatedAtOf(changing) } as const
  return forge.aggregates.execute(issue, row.id, command, context)
}

const changeState = async (changing: Changing): UseCaseResult<unknown> => {
  const { forge, principal, context, row, input } = changing
  if (input.stateEvent === undefined) return E.right(undefined)
  const asked = { by: principal.userId, updatedAt: updatedAtOf(changing) }
  const command =
    input.stateEvent === 'close'
      ? ({ type: 'Close', mergeRequestId: null, ...asked } as const)
      : ({ type: 'Reopen', ...asked } as const)
  return forge.aggregates.execute(issue, row.id, command, withNewCommandId(forge, context))
}

const keepChanges: UseCase<ChangeIssue, IssueRow> = async (forge, { principal, context }, input) => {
  const found = issueFor(forge, principal, input.issue, mayUpdateIssue)
  if (E.isLeft(found)) return found
  const changing = { ...found.right, forge, context, input }
  for (const step of [changeDetails, changeState]) {
    const done = await step(changing)
    if (E.isLeft(done)) return done
  }
  const { row } = found.right
  return E.right(forge.read.issues.byId(row.id) ?? row)
}

/**
 * Changes, closes or reopens an issue, then executes the quick actions of a new description. Rejections: `NotFound` (Project);
 * `RecordNotFound`; `Forbidden`; `Invalid` (title).
 */
export const changeIssue: UseCase<ChangeIssue, IssueRow> = async (forge, caller, input) =>
  saveWithQuickActions(forge, caller, {
    type: 'Issue',
    description: input.description,
    isNew: false,
    keep: (description) => keepChanges(forge, caller, { ...input, description }),
    refOf: ({ projectId, iid }) => ({ project: projectId, iid }),
    reread: ({ id }) => forge.read.issues.byId(id),
  })
