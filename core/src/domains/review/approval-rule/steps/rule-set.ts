import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import {
  type Instant,
  isAfter,
  preconditionFailed,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../../kernel/index.js'
import type { ApprovalRulesCommand, RuleChanges } from '../aggregate.js'
import { approvalRules, rulesOfMergeRequest, rulesOfProject } from '../aggregate.js'
import type { ApprovalRuleRow } from '../queries.js'
import type { ApprovalRule } from '../rule.js'
import { groupsFor, type NamedApprovers, usersIn } from './named-approvers.js'

/** The rules of one project, or a merge request's own. */
export interface RuleSet {
  readonly projectId: number
  readonly mergeRequestId: number | null
}

/** The existing rules. */
export const rulesIn = (forge: Forge, { projectId, mergeRequestId }: RuleSet): ReadonlyArray<ApprovalRuleRow> =>
  mergeRequestId === null
    ? forge.read.approvalRules.ofProject(projectId)
    : forge.read.approvalRules.ofRequest(mergeRequestId)

/** One of them. Rejections: `RecordNotFound`. */
export const ruleIn = (forge: Forge, set: RuleSet, ruleId: number): E.Either<Rejection, ApprovalRuleRow> => {
  // The newest, which was usually just added, comes last.
  const row = rulesIn(forge, set).findLast(({ id }) => id === ruleId)
  return E.fromNullable(recordNotFound)(row)
}

const execute = (forge: Forge, set: RuleSet, command: ApprovalRulesCommand, context: CommandContext) => {
  const { projectId, mergeRequestId } = set
  const stream = mergeRequestId === null ? rulesOfProject(projectId) : rulesOfMergeRequest(mergeRequestId)
  return forge.aggregates.execute(approvalRules, stream, command, context)
}

/** Adds one. Rejections: `Invalid` by field. */
export const addRule = async (
  forge: Forge,
  set: RuleSet,
  rule: ApprovalRule,
  context: CommandContext,
): Promise<E.Either<Rejection, ApprovalRuleRow>> => {
  const done = await execute(forge, set, { type: 'Add', ...set, rule }, context)
  return E.isLeft(done) ? done : ruleIn(forge, set, rule.id)
}

export interface RuleUpdate extends NamedApprovers {
  readonly name?: string | undefined
  readonly required?: number | undefined
  readonly removeHiddenGroups?: boolean | undefined
}

/** Changes the given attributes of one; `branches` applies to a project's rule. Rejections: `RecordNotFound`; `Invalid` by field. */
export const changeRule = async (
  forge: Forge,
  { principal, context }: Caller,
  set: RuleSet,
  ruleId: number,
  wanted: RuleUpdate,
  branches: Pick<RuleChanges, 'protectedBranchIds' | 'allProtectedBranches'> = {},
): Promise<E.Either<Rejection, ApprovalRuleRow>> => {
  const before = ruleIn(forge, set, ruleId)
  if (E.isLeft(before)) return before
  const { name, required, removeHiddenGroups } = wanted
  const userIds = usersIn(forge, set.projectId, wanted)
  const groupIds = groupsFor(forge, principal, wanted, before.right, removeHiddenGroups)
  const changes = { name, required, userIds, groupIds, ...branches }
  const done = await execute(forge, set, { type: 'Change', ruleId, changes }, context)
  return E.isLeft(done) ? done : ruleIn(forge, set, ruleId)
}

/** Removes one. Rejections: `RecordNotFound`; `PreconditionFailed` where it was changed after that moment. */
export const removeRule = async (
  forge: Forge,
  set: RuleSet,
  ruleId: number,
  unmodifiedSince: Instant | undefined,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const before = ruleIn(forge, set, ruleId)
  if (E.isLeft(before)) return before
  if (isAfter(before.right.updatedAt, unmodifiedSince)) return refuse(preconditionFailed)
  const done = await execute(forge, set, { type: 'Remove', ruleId }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
