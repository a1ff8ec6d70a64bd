import * as E from 'fp-ts/lib/Either.js'
import { type Principal, seesAll } from '../../../../access/principal.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import { forbidden, type Instant, type Rejection, refuse } from '../../../../kernel/index.js'
import {
  findProject,
  mayInProject,
  type ProjectAccess,
  type ProjectRef,
  projectFor,
} from '../../../projects/project/access.js'
import type { ApprovalRuleRow } from '../queries.js'
import type { RuleType } from '../rule.js'
import { groupsFor, type NamedApprovers, typeOf, usersIn } from '../steps/named-approvers.js'
import { addRule, changeRule, type RuleSet, removeRule, ruleIn, rulesIn } from '../steps/rule-set.js'

export interface RuleTermsInput extends NamedApprovers {
  readonly name?: string | undefined
  readonly required?: number | undefined
  readonly protectedBranchIds?: ReadonlyArray<number> | undefined
  readonly allProtectedBranches?: boolean | undefined
}

export interface NewRule extends RuleTermsInput {
  readonly name: string
  readonly required: number
  readonly type?: RuleType | undefined
}

const ABILITY = 'admin_project'

/** Auditors read the rules wherever they read merge requests. */
const audits = (access: ProjectAccess): boolean => seesAll(access.viewer) && mayInProject(access, 'read_merge_request')

const readable = (forge: Forge, principal: Principal, ref: ProjectRef): E.Either<Rejection, ProjectAccess> => {
  const found = findProject(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { right } = found
  const allowed = mayInProject(right, ABILITY) || mayInProject(right, 'create_merge_request_in') || audits(right)
  return allowed ? found : refuse(forbidden())
}

const setOf = ({ project }: ProjectAccess): RuleSet => ({ projectId: project.id, mergeRequestId: null })

/** The rules of a project, for callers who administer it or may create merge requests in it. Rejections: `NotFound` (Project); `Forbidden`. */
export const listProjectRules: Query<ProjectRef, ReadonlyArray<ApprovalRuleRow>> = (forge, { principal }, ref) => {
  const found = readable(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(rulesIn(forge, setOf(found.right)))
}

/** A rule of a project as the API names it. */
export interface ProjectRuleRef {
  readonly project: ProjectRef
  readonly ruleId: number
}

/** One rule of a project. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getProjectRule: Query<ProjectRuleRef, ApprovalRuleRow> = (forge, { principal }, { project, ruleId }) => {
  const found = readable(forge, principal, project)
  return E.isLeft(found) ? found : ruleIn(forge, setOf(found.right), ruleId)
}

/** Branch protections of this project; others are silently left out. */
const branchesIn = (
  forge: Forge,
  projectId: number,
  ids: ReadonlyArray<number> | undefined,
): ReadonlyArray<number> | undefined => {
  if (ids === undefined) return undefined
  const known = forge.read.protectedBranches.ofProject(projectId).map(({ id }) => id)
  return known.filter((id) => ids.includes(id))
}

export interface AddProjectRule {
  readonly project: ProjectRef
  readonly rule: NewRule
}

/** Adds a rule to a project. Rejections: `NotFound` (Project); `Forbidden`; `Invalid` by field. */
export const addProjectRule: UseCase<AddProjectRule, ApprovalRuleRow> = async (
  forge,
  { principal, context },
  { project, rule: wanted },
) => {
  const access = projectFor(forge, principal, project, ABILITY)
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const id = await forge.numbers.next('approval_project_rule')
  if (E.isLeft(id)) return id
  const rule = {
    id: id.right,
    name: wanted.name,
    type: typeOf(wanted.type, wanted),
    required: wanted.required,
    userIds: usersIn(forge, projectId, wanted) ?? [],
    groupIds: groupsFor(forge, principal, wanted) ?? [],
    protectedBranchIds: branchesIn(forge, projectId, wanted.protectedBranchIds) ?? [],
    allProtectedBranches: wanted.allProtectedBranches ?? false,
    sourceRuleId: null,
  }
  return addRule(forge, setOf(access.right), rule, context)
}

export interface ChangeProjectRule extends ProjectRuleRef {
  readonly changes: RuleTermsInput & { readonly removeHiddenGroups?: boolean | undefined }
}

/** Changes the given attributes of a project's rule. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `Invalid` by field. */
export const changeProjectRule: UseCase<ChangeProjectRule, ApprovalRuleRow> = async (
  forge,
  caller,
  { project, ruleId, changes: wanted },
) => {
  const access = projectFor(forge, caller.principal, project, ABILITY)
  if (E.isLeft(access)) return access
  const { allProtectedBranches } = wanted
  const protectedBranchIds = branchesIn(forge, access.right.project.id, wanted.protectedBranchIds)
  const branches = { protectedBranchIds, allProtectedBranches }
  return changeRule(forge, caller, setOf(access.right), ruleId, wanted, branches)
}

export interface RemoveProjectRule extends ProjectRuleRef {
  readonly unmodifiedSince?: Instant | undefined
}

/** Removes a project's rule. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `PreconditionFailed`. */
export const removeProjectRule: UseCase<RemoveProjectRule, void> = async (
  forge,
  { principal, context },
  { project, ruleId, unmodifiedSince },
) => {
  const access = projectFor(forge, principal, project, ABILITY)
  return E.isLeft(access) ? access : removeRule(forge, setOf(access.right), ruleId, unmodifiedSince, context)
}
