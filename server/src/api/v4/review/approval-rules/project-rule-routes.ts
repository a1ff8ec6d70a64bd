import { projectById } from '@forgefold/core/domains/projects/project'
import {
  type ApprovalRuleRow,
  addProjectRule,
  changeProjectRule,
  getProjectRule,
  listProjectRules,
  RULE_TYPES,
  removeProjectRule,
} from '@forgefold/core/domains/review/approval-rule'
import { lifespanOf } from '@forgefold/core/releases'
import {
  boolean,
  type Context,
  integer,
  listOf,
  oneOf,
  optional,
  type Route,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { people, peopleIn, premium, removeHiddenGroups, ruleId } from '../approvals/params.js'
import { projectRuleShape } from '../approvals/shape.js'
import { AREA } from '../merge-requests/params.js'
import { presentProjectRule } from './presenter.js'
import { answerRule, ruleRoutesOf } from './rule-routes.js'

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

const present = ({ forge, principal }: Context, rule: ApprovalRuleRow) => {
  const project = projectById(forge, rule.projectId)
  return project === undefined ? undefined : presentProjectRule({ forge, principal, project }, rule)
}

const answer = answerRule(present)

const { list, one, remove } = ruleRoutesOf({
  path: PATH,
  params: { id: projectId },
  summaries: {
    list: 'List the approval rules of a project',
    one: 'Read one approval rule of a project',
    remove: 'Take an approval rule of a project away',
  },
  shape: projectRuleShape,
  present,
  list: (context, { id }) => listProjectRules(context.forge, context, id),
  get: (context, { id }, ruleId) => getProjectRule(context.forge, context, { project: id, ruleId }),
  remove: (context, { id }, ruleId, unmodifiedSince) =>
    removeProjectRule(context.forge, callerOf(context), { project: id, ruleId, unmodifiedSince }),
})

const create = route({
  method: 'POST',
  path: PATH,
  area: AREA,
  summary: 'Add an approval rule to a project',
  caller: 'user',
  ...premium,
  params: {
    id: projectId,
    name: required(string(), 'Its name'),
    approvals_required: required(integer(), 'How many approvals it asks for'),
    rule_type: optional(oneOf(RULE_TYPES), 'Whose approval counts: of anyone eligible, or of those named'),
    ...people,
    ...branches,
  },
  success: { status: 201, description: 'The rule', schemaFor: projectRuleShape },
  handler: async (context, params) => {
    const rule = {
      name: params.name,
      required: params.approvals_required,
      type: params.rule_type,
      ...peopleIn(params),
      protectedBranchIds: params.protected_branch_ids,
      allProtectedBranches: params.applies_to_all_protected_branches,
    }
    return answer(context, await addProjectRule(context.forge, callerOf(context), { project: params.id, rule }), 201)
  },
})

const change = route({
  method: 'PUT',
  path: ONE,
  area: AREA,
  summary: 'Change an approval rule of a project',
  caller: 'user',
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
    const changes = {
      name: params.name,
      required: params.approvals_required,
      ...peopleIn(params),
      protectedBranchIds: params.protected_branch_ids,
      allProtectedBranches: params.applies_to_all_protected_branches,
      removeHiddenGroups: params.remove_hidden_groups,
    }
    const { id: project, approval_rule_id: ruleId } = params
    return answer(context, await changeProjectRule(context.forge, callerOf(context), { project, ruleId, changes }))
  },
})

/** Approval rules of a project. */
export const projectApprovalRuleRoutes: ReadonlyArray<Route> = [list, one, create, change, remove]
