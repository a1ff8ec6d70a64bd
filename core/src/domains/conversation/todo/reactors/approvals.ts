import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { RetryableError } from '../../../../app/reactors.js'
import { fold, idOf, type StoredEvent } from '../../../../kernel/index.js'
import type { ApprovalRuleEvent, ApprovalRulesState } from '../../../review/approval-rule/aggregate.js'
import { approvalRules, inCreationOrder } from '../../../review/approval-rule/aggregate.js'
import type { ApprovalRule } from '../../../review/approval-rule/rule.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { approvalState, eligibleApprovers } from '../../../review/merge-request/steps/approval-state.js'
import { added, todosFor } from '../todo-changes.js'
import { mergeRequestIssuable, type TodoUpdate } from './todo-update.js'

/** Events of approval rules that change to-dos. */
export const APPROVAL_EVENTS: ReadonlyArray<ApprovalRuleEvent['type']> = ['ApprovalRuleAdded', 'ApprovalRuleChanged']

/** Users named in the rules that a merge request has to meet, individually or by their group; none on the free tier. */
export const approversOf = (forge: Forge, row: MergeRequestRow): ReadonlyArray<number> => {
  const project = forge.read.projects.byId(row.targetProjectId)
  if (project === undefined) return []
  return [...new Set(approvalState(forge, project, row).rules.flatMap(({ eligibleIds }) => eligibleIds))]
}

/** The rules that a merge request had of its own before an event. */
const rulesBefore = async (forge: Forge, stored: StoredEvent): Promise<ApprovalRulesState> => {
  if (stored.revision === 0) return approvalRules.initial
  const page = await forge.events.readStream(stored.stream, { limit: stored.revision })
  if (page.kind === 'Unavailable') throw new RetryableError(page.reason)
  const events = page.kind === 'Read' ? page.events.map((event) => approvalRules.events.decode(event)) : []
  return fold(
    approvalRules,
    events.flatMap((event) => (E.isRight(event) ? [event.right] : [])),
  )
}

/** Users who are newly named by a merge request's own rules get a to-do to approve it. */
export const updateForApprovalRule = async (forge: Forge, stored: StoredEvent): Promise<TodoUpdate | undefined> => {
  const [kind, id] = idOf(stored.stream).split('.')
  const decoded = approvalRules.events.decode(stored)
  const row = kind === 'request' ? forge.read.mergeRequests.byId(Number(id)) : undefined
  const project = row === undefined ? undefined : forge.read.projects.byId(row.targetProjectId)
  if (row === undefined || project === undefined || E.isLeft(decoded) || forge.instance.tier === 'free')
    return undefined
  const named = (rules: ReadonlyArray<ApprovalRule>): ReadonlyArray<number> =>
    rules.flatMap((rule) => eligibleApprovers(forge, project, rule, row))
  const before = await rulesBefore(forge, stored)
  const earlier = inCreationOrder(before)
  const later = inCreationOrder(approvalRules.evolve(before, decoded.right))
  // The first rule of its own replaces the project's rules, whose approvers got a to-do when the merge request was created.
  const known = named(earlier.length > 0 ? earlier : forge.read.approvalRules.ofProject(project.id))
  const requested = row.status === 'opened' ? todosFor('approval_required', added(known, named(later))) : []
  return { issuable: mergeRequestIssuable(row), consequences: { completedFor: [], requested }, authorId: row.authorId }
}
