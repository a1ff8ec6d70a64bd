import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  type Changes,
  codecs,
  conflict,
  current,
  type EventOf,
  effectiveChanges,
  eventCatalogue,
  type FieldErrors,
  given,
  invalid,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { type ApprovalRule, MAX_APPROVALS_REQUIRED, type RuleTerms, ruleCodec, ruleTerms } from './rule.js'

const { safeInteger, nullable } = codecs

const added = t.type({
  projectId: safeInteger,
  /** Null for a rule of the project itself. */
  mergeRequestId: nullable(safeInteger),
  rule: ruleCodec,
})
const changed = t.type({ ruleId: safeInteger, changes: t.partial(ruleTerms) })
const removed = t.type({ ruleId: safeInteger })

const approvalRuleEvents = eventCatalogue({
  ApprovalRuleAdded: current(added),
  ApprovalRuleChanged: current(changed),
  ApprovalRuleRemoved: current(removed),
})

export type ApprovalRuleEvent = EventOf<typeof approvalRuleEvents>

/** The rules of one project or of one merge request, in creation order. */
export interface ApprovalRulesState {
  readonly rules: ReadonlyArray<ApprovalRule>
}

export type RuleChanges = Changes<RuleTerms>

export type ApprovalRulesCommand =
  | {
      readonly type: 'Add'
      readonly projectId: number
      readonly mergeRequestId: number | null
      readonly rule: ApprovalRule
    }
  | { readonly type: 'Change'; readonly ruleId: number; readonly changes: RuleChanges }
  | { readonly type: 'Remove'; readonly ruleId: number }

type Decision = E.Either<Rejection, ReadonlyArray<ApprovalRuleEvent>>
type Adding = Extract<ApprovalRulesCommand, { readonly type: 'Add' }>
type Changing = Extract<ApprovalRulesCommand, { readonly type: 'Change' }>

const MAX_NAME_LENGTH = 255

/** Names are unique among rules of a type, and there is at most one rule for all approvers. */
const clashes = (rule: ApprovalRule, others: ReadonlyArray<ApprovalRule>, whose: string): FieldErrors => ({
  ...(others.some(({ type, name }) => type === rule.type && name === rule.name)
    ? { name: ['has already been taken'] }
    : {}),
  ...(rule.type === 'any_approver' && others.some(({ type }) => type === 'any_approver')
    ? { rule_type: [`any-approver for the ${whose} already exists`] }
    : {}),
})

const faults = ({ name, required }: ApprovalRule): FieldErrors => {
  if (name.trim() === '') return { name: ["can't be blank"] }
  if (name.length > MAX_NAME_LENGTH) return { name: [`is too long (maximum is ${MAX_NAME_LENGTH} characters)`] }
  if (required < 0) return { approvals_required: ['must be greater than or equal to 0'] }
  if (required > MAX_APPROVALS_REQUIRED)
    return { approvals_required: [`must be less than or equal to ${MAX_APPROVALS_REQUIRED}`] }
  return {}
}

const refusalOf = (
  rule: ApprovalRule,
  others: ReadonlyArray<ApprovalRule>,
  whose: 'project' | 'merge request',
): Rejection | undefined => {
  const errors = { ...clashes(rule, others, whose), ...faults(rule) }
  return Object.keys(errors).length === 0 ? undefined : invalid(errors)
}

/** A rule for all approvers names none. */
const settled = (rule: ApprovalRule): ApprovalRule =>
  rule.type === 'any_approver' ? { ...rule, userIds: [], groupIds: [] } : rule

const add = ({ projectId, mergeRequestId, rule: wanted }: Adding, { rules }: ApprovalRulesState): Decision => {
  const rule = settled(wanted)
  if (rules.some(({ id }) => id === rule.id)) return refuse(conflict())
  const wrong = refusalOf(rule, rules, mergeRequestId === null ? 'project' : 'merge request')
  return wrong === undefined
    ? E.right([{ type: 'ApprovalRuleAdded', data: { projectId, mergeRequestId, rule } }])
    : refuse(wrong)
}

const change = ({ ruleId, changes }: Changing, { rules }: ApprovalRulesState): Decision => {
  const before = rules.find(({ id }) => id === ruleId)
  if (before === undefined) return refuse(recordNotFound)
  const wanted = given(changes)
  const after = settled({ ...before, ...wanted })
  const wrong = refusalOf(
    after,
    rules.filter(({ id }) => id !== ruleId),
    'project',
  )
  if (wrong !== undefined) return refuse(wrong)
  const names = Object.keys(wanted) as ReadonlyArray<keyof RuleTerms>
  const news = effectiveChanges<RuleTerms>(Object.fromEntries(names.map((name) => [name, after[name]])), before)
  if (Object.keys(news).length === 0) return E.right([])
  return E.right([{ type: 'ApprovalRuleChanged', data: { ruleId, changes: news } }])
}

/** All approval rules of one project, or of one merge request, in one stream, because their names are unique among them. */
export const approvalRules: Aggregate<ApprovalRulesCommand, ApprovalRuleEvent, ApprovalRulesState> = {
  category: 'approval_rules',
  stateVersion: 1,
  events: approvalRuleEvents,
  initial: { rules: [] },
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Add':
        return add(command, state)
      case 'Change':
        return change(command, state)
      case 'Remove': {
        const { ruleId } = command
        return state.rules.some(({ id }) => id === ruleId)
          ? E.right([{ type: 'ApprovalRuleRemoved', data: { ruleId } }])
          : refuse(recordNotFound)
      }
    }
  },
  evolve: ({ rules }, event) => {
    switch (event.type) {
      case 'ApprovalRuleAdded':
        return { rules: [...rules, event.data.rule] }
      case 'ApprovalRuleChanged': {
        const { ruleId, changes } = event.data
        return { rules: rules.map((rule) => (rule.id === ruleId ? ({ ...rule, ...changes } as ApprovalRule) : rule)) }
      }
      case 'ApprovalRuleRemoved':
        return { rules: rules.filter(({ id }) => id !== event.data.ruleId) }
    }
  },
}

/** The stream of a project's rules; each merge request has a stream of its own. */
export const rulesOfProject = (projectId: number): string => `project.${projectId}`
export const rulesOfMergeRequest = (mergeRequestId: number): string => `request.${mergeRequestId}`
