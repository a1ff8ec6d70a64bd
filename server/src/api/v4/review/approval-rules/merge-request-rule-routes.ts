import { projectById } from '@forgefold/core/domains/projects/project'
import type { ApprovalRuleRow } from '@forgefold/core/domains/review/approval-rule'
import {
  addMergeRequestRule,
  changeMergeRequestRule,
  findMergeRequest,
  getMergeRequestRule,
  listMergeRequestRules,
  mergeRequestById,
  removeMergeRequestRule,
} from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, integer, ok, optional, type Route, required, route, string } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { people, peopleIn, premium, removeHiddenGroups, ruleId } from '../approvals/params.js'
import { approvalStateShape, mergeRequestRuleShape } from '../approvals/shape.js'
import { AREA, ONE, oneParams, refOf } from '../merge-requests/params.js'
import { presentApprovalState, presentMergeRequestRule } from './presenter.js'
import { answerRule, ruleRoutesOf } from './rule-routes.js'

const RULES = `${ONE}/approval_rules`
const RULE = `${RULES}/:approval_rule_id`

const present = (context: Context, rule: ApprovalRuleRow) => {
  const { forge } = context
  const project = projectById(forge, rule.projectId)
  const request = rule.mergeRequestId === null ? undefined : mergeRequestById(forge, rule.mergeRequestId)
  return project === undefined || request === undefined
    ? undefined
    : presentMergeRequestRule({ ...context, project }, request, rule)
}

const answer = answerRule(present)

const state = route({
  method: 'GET',
  path: `${ONE}/approval_state`,
  area: AREA,
  summary: 'Say which approval rules a merge request has to meet, and who has approved for them',
  caller: 'user',
  ...premium,
  params: oneParams,
  success: { status: 200, description: 'Every rule with its approvals', schemaFor: approvalStateShape },
  handler: async (context, params) => {
    const found = findMergeRequest(context.forge, context, { mergeRequest: refOf(params), hiddenAs: 'refused' })
    if (E.isLeft(found)) return found
    const { target, row } = found.right
    return ok(presentApprovalState({ ...context, project: target.project }, row))
  },
})

const { list, one, remove } = ruleRoutesOf({
  path: RULES,
  params: oneParams,
  summaries: {
    list: 'List the approval rules that a merge request has instead of those of its project',
    one: "Read one approval rule of a merge request's own",
    remove: "Take an approval rule of a merge request's own away",
  },
  shape: mergeRequestRuleShape,
  present,
  list: (context, params) => listMergeRequestRules(context.forge, context, refOf(params)),
  get: (context, params, ruleId) =>
    getMergeRequestRule(context.forge, context, { mergeRequest: refOf(params), ruleId }),
  remove: (context, params, ruleId, unmodifiedSince) =>
    removeMergeRequestRule(context.forge, callerOf(context), { mergeRequest: refOf(params), ruleId, unmodifiedSince }),
})

const create = route({
  method: 'POST',
  path: RULES,
  area: AREA,
  summary: 'Give a merge request an approval rule of its own',
  caller: 'user',
  ...premium,
  params: {
    ...oneParams,
    name: required(string(), 'Its name'),
    approvals_required: required(integer(), 'How many approvals it asks for'),
    approval_project_rule_id: optional(
      integer(),
      "The project's rule that it stands in for: it takes over its name and, where none are named, its people",
    ),
    ...people,
  },
  success: { status: 201, description: 'The rule', schemaFor: mergeRequestRuleShape },
  handler: async (context, params) => {
    const rule = {
      name: params.name,
      required: params.approvals_required,
      sourceRuleId: params.approval_project_rule_id,
      ...peopleIn(params),
    }
    return answer(
      context,
      await addMergeRequestRule(context.forge, callerOf(context), { mergeRequest: refOf(params), rule }),
      201,
    )
  },
})

const change = route({
  method: 'PUT',
  path: RULE,
  area: AREA,
  summary: "Change an approval rule of a merge request's own",
  caller: 'user',
  ...premium,
  params: {
    ...oneParams,
    approval_rule_id: ruleId,
    name: optional(string(), 'Its name'),
    approvals_required: optional(integer(), 'How many approvals it asks for'),
    ...people,
    remove_hidden_groups: removeHiddenGroups,
  },
  success: { status: 200, description: 'The rule', schemaFor: mergeRequestRuleShape },
  handler: async (context, params) => {
    const changes = {
      name: params.name,
      required: params.approvals_required,
      ...peopleIn(params),
      removeHiddenGroups: params.remove_hidden_groups,
    }
    const input = { mergeRequest: refOf(params), ruleId: params.approval_rule_id, changes }
    return answer(context, await changeMergeRequestRule(context.forge, callerOf(context), input))
  },
})

/** Approval rules of merge requests, and their evaluation. */
export const mergeRequestApprovalRuleRoutes: ReadonlyArray<Route> = [state, list, one, create, change, remove]
