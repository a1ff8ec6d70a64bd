import { ACCESS } from '../../../../access/access-level.js'
import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { coversRef } from '../../../projects/protected-branch/policy.js'
import type { ApprovalRuleRow } from '../../approval-rule/queries.js'
import type { ApprovalRule, EvaluatedRuleType } from '../../approval-rule/rule.js'
import { type EvaluatedRule, evaluateRule } from '../../approval-rule/rule-verdict.js'
import type { KeptApprovals } from '../events.js'
import type { MergeRequestRow } from '../queries.js'
import { isExcludedApprover } from './approval-exclusions.js'
import { type RuleSource, sourceRuleOf } from './source-rule.js'

/** The default name in the documented API. */
const ALL_MEMBERS = 'All Members'

/** A rule of a merge request with its evaluation; without an id it represents the plain number of approvals that the merge request requires. */
export interface MergeRequestRule extends EvaluatedRule, Omit<ApprovalRule, 'id' | 'type' | 'required'> {
  readonly id: number | null
  /** How it relates to the project's rule that it replaces. */
  readonly source: RuleSource | null
}

export interface ApprovalState {
  /** The merge request has rules of its own. */
  readonly overwritten: boolean
  /** The one for all approvers first. */
  readonly rules: ReadonlyArray<MergeRequestRule>
}

/** Whether a project's rule applies to this branch. */
const holdsFor = (forge: Forge, rule: ApprovalRuleRow, branch: string): boolean => {
  if (!rule.allProtectedBranches && rule.protectedBranchIds.length === 0) return true
  return forge.read.protectedBranches
    .ofProject(rule.projectId)
    .some(
      ({ id, name }) => (rule.allProtectedBranches || rule.protectedBranchIds.includes(id)) && coversRef(name, branch),
    )
}

type ApprovalFacts = Pick<
  MergeRequestRow,
  'id' | 'status' | 'targetBranch' | 'authorId' | 'approvedBy' | 'approvalsBeforeMerge' | 'version'
>

const rulesOf = (forge: Forge, project: ProjectRow, request: ApprovalFacts) => {
  const own = project.disableOverridingApproversPerMergeRequest ? [] : forge.read.approvalRules.ofRequest(request.id)
  if (own.length > 0) return { overwritten: true, rules: own }
  const rules = forge.read.approvalRules
    .ofProject(project.id)
    .filter((rule) => holdsFor(forge, rule, request.targetBranch))
  return { overwritten: false, rules }
}

/**
 * The users whose approval counts for the rule: named users and direct members of named groups, who are active and at least reporters of the
 * project; authors and committers where the project allows it.
 */
export const eligibleApprovers = (
  forge: Forge,
  project: ProjectRow,
  rule: Pick<ApprovalRule, 'userIds' | 'groupIds'> & { readonly type: EvaluatedRuleType },
  request?: Pick<MergeRequestRow, 'authorId' | 'version'>,
): ReadonlyArray<number> => {
  if (rule.type === 'any_approver') return []
  const members = rule.groupIds.length === 0 ? [] : forge.read.approvalRules.membersOf(rule.groupIds)
  return [...new Set([...rule.userIds, ...members])].filter((id) => {
    if (request !== undefined && isExcludedApprover(forge, project, request, id)) return false
    const user = forge.read.users.byId(id)
    if (user?.state !== 'active') return false
    return user.admin || forge.read.projects.level(id, project.id) >= ACCESS.reporter
  })
}

/** The plain number of approvals as a rule; undefined where none are required or a rule covers it. */
const plainRule = (
  request: ApprovalFacts,
  rules: ReadonlyArray<ApprovalRule>,
): Omit<MergeRequestRule, 'verdict'> | undefined => {
  const required = request.approvalsBeforeMerge ?? 0
  if (required <= 0 || rules.some(({ type }) => type === 'any_approver')) return undefined
  const noApprovers = { userIds: [], groupIds: [], protectedBranchIds: [], eligibleIds: [] }
  return {
    id: null,
    name: ALL_MEMBERS,
    type: 'any_approver',
    required,
    ...noApprovers,
    allProtectedBranches: false,
    sourceRuleId: null,
    source: null,
  }
}

/** Whether the branch requires the approval of code owners; otherwise it is shown only. */
const requiresCodeOwners = (forge: Forge, project: ProjectRow, branch: string): boolean =>
  forge.read.protectedBranches
    .ofProject(project.id)
    .some(({ name, codeOwnerApprovalRequired }) => codeOwnerApprovalRequired && coversRef(name, branch))

/** The requirements of the code owners' file as rules. */
const ownerRules = (
  forge: Forge,
  project: ProjectRow,
  { version, targetBranch }: ApprovalFacts,
): ReadonlyArray<Omit<MergeRequestRule, 'verdict' | 'eligibleIds' | 'source'>> => {
  const { codeOwners = [] } = version
  if (codeOwners.length === 0) return []
  const asked = requiresCodeOwners(forge, project, targetBranch)
  return codeOwners.map(({ pattern, required, userIds, groupIds }) => ({
    id: null,
    name: pattern,
    type: 'code_owner',
    required: asked ? required : 0,
    userIds,
    groupIds,
    protectedBranchIds: [],
    allProtectedBranches: false,
    sourceRuleId: null,
  }))
}

const evaluated = (
  { approvedBy }: ApprovalFacts,
  overwritten: boolean,
  rules: ReadonlyArray<Omit<MergeRequestRule, 'verdict'>>,
): ApprovalState => ({
  overwritten,
  rules: rules.map((rule) => ({ ...rule, verdict: evaluateRule(rule, approvedBy) })),
})

/** The rules at the time of the merge. */
const stateAtMerge = (request: ApprovalFacts, { overwritten, rules }: KeptApprovals): ApprovalState => {
  const unscoped = { protectedBranchIds: [], allProtectedBranches: false, sourceRuleId: null }
  return evaluated(
    request,
    overwritten,
    rules.map((rule) => ({ ...unscoped, ...rule })),
  )
}

/** The rules that a merge request has to meet, or had to when it was merged, with their evaluation; none on the free tier. */
export const approvalState = (forge: Forge, project: ProjectRow, request: ApprovalFacts): ApprovalState => {
  if (forge.instance.tier === 'free') return { overwritten: false, rules: [] }
  const kept = request.status === 'merged' ? forge.read.mergeRequests.keptApprovals(request.id) : undefined
  return kept === undefined ? currentState(forge, project, request) : stateAtMerge(request, kept)
}

/** The rules of a merge request as events hold them; undefined on the free tier, which has none. */
export const currentApprovals = (
  forge: Forge,
  request: ApprovalFacts & Pick<MergeRequestRow, 'targetProjectId'>,
): KeptApprovals | undefined => {
  const project = forge.read.projects.byId(request.targetProjectId)
  if (forge.instance.tier === 'free' || project === undefined) return undefined
  const { overwritten, rules } = currentState(forge, project, request)
  const kept = rules.map(({ id, name, type, required, userIds, groupIds, eligibleIds, source }) => ({
    ...{ id, name, type, required, userIds, groupIds, eligibleIds },
    source: source === null ? null : { required: source.required, overridden: source.overridden },
  }))
  return { overwritten, rules: kept }
}

const currentState = (forge: Forge, project: ProjectRow, request: ApprovalFacts): ApprovalState => {
  const { overwritten, rules } = rulesOf(forge, project, request)
  const plain = plainRule(request, rules)
  const all = [...rules, ...ownerRules(forge, project, request)]
  const asked = all.map((rule) => ({
    ...rule,
    eligibleIds: eligibleApprovers(forge, project, rule, request),
    source: sourceRuleOf(forge, project.id, rule),
  }))
  return evaluated(request, overwritten, [...(plain === undefined ? [] : [plain]), ...asked])
}

/** Whether a rule of the merge request names this user as an approver, directly or through a group. */
export const isEligibleApprover = (
  forge: Forge,
  project: ProjectRow,
  request: ApprovalFacts,
  userId: number,
): boolean => approvalState(forge, project, request).rules.some(({ eligibleIds }) => eligibleIds.includes(userId))
