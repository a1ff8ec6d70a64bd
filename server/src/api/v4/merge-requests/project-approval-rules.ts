import {
  type ApprovalRuleRow,
  addProjectRule,
  changeProjectRule,
  getProjectRule,
  listProjectRules,
  RULE_TYPES,
  removeProjectRule,
} from '@forgefold/core/domains/approval-rule'
import { type Rejection, recordNotFound } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  ifUnmodifiedSince,
  integer,
  listOf,
  oneOf,
  optional,
  paging,
  type Route,
  reject,
  required,
  respondNoContent,
  route,
  string,
} from '../../../http/index.js'
import { presentProjectRule } from '../../../presenters/merge-requests/index.js'
import { arrayOf, projectRuleShape } from '../../../shapes/index.js'
import { callerOf, projectId } from '../shared-params.js'
import { listedRules, people, peopleIn, premium, removeHiddenGroups, ruleId } from './approval-params.js'
import { AREA } from './shared.js'

const PATH = '/projects/:id/approval_rules'
const ONE = `${PATH}/:approval_rule_id`

const branches = {
  protected_branch_ids: optional(listOf(integer()), 'The protected branches that it is kept to'),
  applies_to_all_protected_branches: optional(
    boolean(),
    'Whether it holds for every protected branch, and no other',
    lifespanOf('approval_rule.applies_to_all_protected_branches'),
  ),
}

const present = (context: Context, rule: ApprovalRuleRow) => {
  const project = context.forge.read.projects.byId(rule.projectId)
  return project === undefined ? undefined : presentProjectRule({ ...context, project }, rule)
}

const answerRule = (context: Context, result: E.Either<Rejection, ApprovalRuleRow>, status = 200): Answer => {
  if (E.isLeft(result)) return result
  const json = present(context, result.right)
  return json === undefined ? reject(recordNotFound) : E.right({ status, json })
}

const list = route({
  method: 'GET',
  path: PATH,
  area: AREA,
  summary: 'List the approval rules of a project',
  door: 'user',
  ...premium,
  params: { id: projectId, ...paging },
  success: {
    status: 200,
    description: 'The rules: the one for everybody first, then by number',
    schemaFor: arrayOf(projectRuleShape),
  },
  handler: async (context, params) => {
    const all = await listProjectRules(context.principal, params.id)(context.forge)()
    if (E.isLeft(all)) return all
    return listedRules(context, params, all.right, (rule) => present(context, rule))
  },
})

const one = route({
  method: 'GET',
  path: ONE,
  area: AREA,
  summary: 'Read one approval rule of a project',
  door: 'user',
  ...premium,
  params: { id: projectId, approval_rule_id: ruleId },
  success: { status: 200, description: 'The rule', schemaFor: projectRuleShape },
  handler: async (context, params) =>
    answerRule(context, await getProjectRule(context.principal, params.id, params.approval_rule_id)(context.forge)()),
})

const create = route({
  method: 'POST',
  path: PATH,
  area: AREA,
  summary: 'Add an approval rule to a project',
  door: 'user',
  ...premium,
  params: {
    id: projectId,
    name: required(string(), 'Its name'),
    approvals_required: required(integer(), 'How many approvals it asks for'),
    rule_type: optional(oneOf(RULE_TYPES), 'Whose approval counts: of anybody, or of those named'),
    ...people,
    ...branches,
  },
  success: { status: 201, description: 'The rule', schemaFor: projectRuleShape },
  handler: async (context, params) => {
    const wanted = {
      name: params.name,
      required: params.approvals_required,
      type: params.rule_type,
      ...peopleIn(params),
      protectedBranchIds: params.protected_branch_ids,
      allProtectedBranches: params.applies_to_all_protected_branches,
    }
    return answerRule(context, await addProjectRule(callerOf(context), params.id, wanted)(context.forge)(), 201)
  },
})

const change = route({
  method: 'PUT',
  path: ONE,
  area: AREA,
  summary: 'Change an approval rule of a project',
  door: 'user',
  ...premium,
  params: {
    id: projectId,
    approval_rule_id: ruleId,
    name: optional(string(), 'Its name'),
    approvals_required: optional(integer(), 'How many approvals it asks for'),
    ...people,
    ...branches,
    remove_hidden_groups: removeHiddenGroups,
  },
  success: { status: 200, description: 'The rule', schemaFor: projectRuleShape },
  handler: async (context, params) => {
    const wanted = {
      name: params.name,
      required: params.approvals_required,
      ...peopleIn(params),
      protectedBranchIds: params.protected_branch_ids,
      allProtectedBranches: params.applies_to_all_protected_branches,
      removeHiddenGroups: params.remove_hidden_groups,
    }
    const { id, approval_rule_id: rule } = params
    return answerRule(context, await changeProjectRule(callerOf(context), id, rule, wanted)(context.forge)())
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area: AREA,
  summary: 'Take an approval rule of a project away',
  door: 'user',
  ...premium,
  params: { id: projectId, approval_rule_id: ruleId },
  success: { status: 204, description: 'Gone' },
  handler: async (context, params) => {
    const since = ifUnmodifiedSince(context.request)
    const { id, approval_rule_id: rule } = params
    return respondNoContent(await removeProjectRule(callerOf(context), id, rule, since)(context.forge)())
  },
})

/** Approval rules of a project. */
export const projectApprovalRuleRoutes: ReadonlyArray<Route> = [list, one, create, change, remove]
