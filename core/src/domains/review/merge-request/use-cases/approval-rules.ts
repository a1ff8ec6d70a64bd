import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/principal.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import { forbidden, type Instant, invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import type { ApprovalRuleRow } from '../../approval-rule/queries.js'
import type { ApprovalRule } from '../../approval-rule/rule.js'
import { groupsFor, type NamedApprovers, typeOf, usersIn } from '../../approval-rule/steps/named-approvers.js'
import {
  addRule,
  changeRule,
  type RuleSet,
  type RuleUpdate,
  removeRule,
  ruleIn,
  rulesIn,
} from '../../approval-rule/steps/rule-set.js'
import { findMergeRequest, type MergeRequestAccess, type MergeRequestRef } from '../access.js'
import { mayUpdate } from '../policy.js'

export interface NewMergeRequestRule extends NamedApprovers {
  readonly name: string
  readonly required: number
  /** The project's rule that it replaces: its name, type and, by default, approvers. */
  readonly sourceRuleId?: number | undefined
}

/** Whether a user may change the approval rules of a merge request: one who may update it, where the project allows it. */
const mayOverride = ({ facts, target }: MergeRequestAccess): boolean =>
  mayUpdate(facts) && !target.project.disableOverridingApproversPerMergeRequest

const changeable = (
  forge: Forge,
  principal: Principal,
  ref: MergeRequestRef,
): E.Either<Rejection, MergeRequestAccess> => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  return mayOverride(found.right) ? found : refuse(forbidden())
}

const setOf = ({ row }: MergeRequestAccess): RuleSet => ({ projectId: row.targetProjectId, mergeRequestId: row.id })

/** The rules that replace the project's in a merge request. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const listMergeRequestRules: Query<MergeRequestRef, ReadonlyArray<ApprovalRuleRow>> = (
  forge,
  { principal },
  ref,
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  return E.isLeft(found) ? found : E.right(rulesIn(forge, setOf(found.right)))
}

/** A rule of a merge request's own as the API names it. */
export interface MergeRequestRuleRef {
  readonly mergeRequest: MergeRequestRef
  readonly ruleId: number
}

/** One of them. Rejections: as for the list; `RecordNotFound`. */
export const getMergeRequestRule: Query<MergeRequestRuleRef, ApprovalRuleRow> = (
  forge,
  { principal },
  { mergeRequest: ref, ruleId },
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  return E.isLeft(found) ? found : ruleIn(forge, setOf(found.right), ruleId)
}

const ruleOfOtherProject = invalid({ approval_project_rule: ['must be for the same project'] })

const newRule = (
  forge: Forge,
  principal: Principal,
  projectId: number,
  wanted: NewMergeRequestRule,
): E.Either<Rejection, Omit<ApprovalRule, 'id'>> => {
  const { sourceRuleId } = wanted
  const people = { userIds: usersIn(forge, projectId, wanted), groupIds: groupsFor(forge, principal, wanted) }
  const everywhere = { required: wanted.required, protectedBranchIds: [], allProtectedBranches: false }
  if (sourceRuleId === undefined) {
    const type = typeOf(undefined, wanted)
    const { userIds = [], groupIds = [] } = people
    return E.right({ ...everywhere, name: wanted.name, type, userIds, groupIds, sourceRuleId: null })
  }
  const source = forge.read.approvalRules.ofProject(projectId).find(({ id }) => id === sourceRuleId)
  if (source === undefined) return refuse(ruleOfOtherProject)
  const { name, type, userIds, groupIds } = source
  return E.right({
    ...everywhere,
    name,
    type,
    userIds: people.userIds ?? userIds,
    groupIds: people.groupIds ?? groupIds,
    sourceRuleId,
  })
}

export interface AddMergeRequestRule {
  readonly mergeRequest: MergeRequestRef
  readonly rule: NewMergeRequestRule
}

/** Adds a rule to a merge request. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`; `Invalid` by field. */
export const addMergeRequestRule: UseCase<AddMergeRequestRule, ApprovalRuleRow> = async (
  forge,
  { principal, context },
  { mergeRequest: ref, rule },
) => {
  const found = changeable(forge, principal, ref)
  if (E.isLeft(found)) return found
  const made = newRule(forge, principal, found.right.row.targetProjectId, rule)
  if (E.isLeft(made)) return made
  const id = await forge.numbers.next('approval_merge_request_rule')
  if (E.isLeft(id)) return id
  return addRule(forge, setOf(found.right), { id: id.right, ...made.right }, context)
}

export interface ChangeMergeRequestRule extends MergeRequestRuleRef {
  readonly changes: RuleUpdate
}

/** Changes the given attributes of a merge request's rule. Rejections: as for a new one; `RecordNotFound`. */
export const changeMergeRequestRule: UseCase<ChangeMergeRequestRule, ApprovalRuleRow> = async (
  forge,
  caller,
  { mergeRequest: ref, ruleId, changes },
) => {
  const found = changeable(forge, caller.principal, ref)
  if (E.isLeft(found)) return found
  return changeRule(forge, caller, setOf(found.right), ruleId, changes)
}

export interface RemoveMergeRequestRule extends MergeRequestRuleRef {
  readonly unmodifiedSince?: Instant | undefined
}

/** Removes a merge request's rule. Rejections: as for the list; `RecordNotFound`; `PreconditionFailed`. */
export const removeMergeRequestRule: UseCase<RemoveMergeRequestRule, void> = async (
  forge,
  { principal, context },
  { mergeRequest: ref, ruleId, unmodifiedSince },
) => {
  const found = changeable(forge, principal, ref)
  return E.isLeft(found) ? found : removeRule(forge, setOf(found.right), ruleId, unmodifiedSince, context)
}
