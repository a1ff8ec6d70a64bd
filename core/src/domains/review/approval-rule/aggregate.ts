import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { nullable, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  type Changes,
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
import {
  EMPTY_MAP,
  type PersistentMap,
  valueAt,
  valuesOf,
  withoutKey,
  withValue,
} from '../../../kernel/persistent-map.js'
import { type ApprovalRule, MAX_APPROVALS_REQUIRED, type RuleTerms, ruleCodec, ruleTerms } from './rule.js'

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

/** The rules of one project or of one merge request. */
export interface ApprovalRulesState {
  readonly byId: PersistentMap<number, ApprovalRule>
  /** Who has which name, and who is for all approvers: ids by what only one rule may have. */
  readonly holders: PersistentMap<string, number>
}

/** All of them, in creation order. */
export const inCreationOrder = ({ byId }: ApprovalRulesState): ReadonlyArray<ApprovalRule> =>
  valuesOf(byId).toSorted((one, other) => one.id - other.id)

const nameOf = ({ type, name }: ApprovalRule): string => `${type} ${name}`
const FOR_ALL = 'for all'

/** What only one rule may have. */
const uniqueOf = (rule: ApprovalRule): ReadonlyArray<string> =>
  rule.type === 'any_approver' ? [nameOf(rule), FOR_ALL] : [nameOf(rule)]

const without = ({ byId, holders }: ApprovalRulesState, rule: ApprovalRule): ApprovalRulesState => ({
  byId: withoutKey(byId, rule.id),
  holders: uniqueOf(rule).reduce((left, unique) => withoutKey(left, unique), holders),
})

const withRule = (state: ApprovalRulesState, rule: ApprovalRule): ApprovalRulesState => {
  const before = valueAt(state.byId, rule.id)
  const { byId, holders } = before === undefined ? state : without(state, before)
  return {
    byId: withValue(byId, rule.id, rule),
    holders: uniqueOf(rule).reduce((all, unique) => withValue(all, unique, rule.id), holders),
  }
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
const clashes = (rule: ApprovalRule, { holders }: ApprovalRulesState, whose: string): FieldErrors => {
  const isTaken = (unique: string): boolean => (valueAt(holders, unique) ?? rule.id) !== rule.id
  return {
    ...(isTaken(nameOf(rule)) ? { name: ['has already been taken'] } : {}),
    ...(rule.type === 'any_approver' && isTaken(FOR_ALL)
      ? { rule_type: [`any-approver for the ${whose} already exists`] }
      : {}),
  }
}

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
  state: ApprovalRulesState,
  whose: 'project' | 'merge request',
): Rejection | undefined => {
  const errors = { ...clashes(rule, state, whose), ...faults(rule) }
  return Object.keys(errors).length === 0 ? undefined : invalid(errors)
}

/** A rule for all approvers names none. */
const settled = (rule: ApprovalRule): ApprovalRule =>
  rule.type === 'any_approver' ? { ...rule, userIds: [], groupIds: [] } : rule

const add = ({ projectId, mergeRequestId, rule: wanted }: Adding, state: ApprovalRulesState): Decision => {
  const rule = settled(wanted)
  if (valueAt(state.byId, rule.id) !== undefined) return refuse(conflict())
  const wrong = refusalOf(rule, state, mergeRequestId === null ? 'project' : 'merge request')
  return wrong === undefined
    ? E.right([{ type: 'ApprovalRuleAdded', data: { projectId, mergeRequestId, rule } }])
    : refuse(wrong)
}

const change = ({ ruleId, changes }: Changing, state: ApprovalRulesState): Decision => {
  const before = valueAt(state.byId, ruleId)
  if (before === undefined) return refuse(recordNotFound)
  const wanted = given(changes)
  const after = settled({ ...before, ...wanted })
  const wrong = refusalOf(after, state, 'project')
  if (wrong !== undefined) return refuse(wrong)
  const names = Object.keys(wanted) as ReadonlyArray<keyof RuleTerms>
  const news = effectiveChanges<RuleTerms>(Object.fromEntries(names.map((name) => [name, after[name]])), before)
  if (Object.keys(news).length === 0) return E.right([])
  return E.right([{ type: 'ApprovalRuleChanged', data: { ruleId, changes: news } }])
}

/** All approval rules of one project, or of one merge request, in one stream, because their names are unique among them. */
export const approvalRules: Aggregate<ApprovalRulesCommand, ApprovalRuleEvent, ApprovalRulesState> = {
  category: 'approval_rules',
  stateVersion: 3,
  events: approvalRuleEvents,
  initial: { byId: EMPTY_MAP, holders: EMPTY_MAP },
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Add':
        return add(command, state)
      case 'Change':
        return change(command, state)
      case 'Remove': {
        const { ruleId } = command
        return valueAt(state.byId, ruleId) === undefined
          ? refuse(recordNotFound)
          : E.right([{ type: 'ApprovalRuleRemoved', data: { ruleId } }])
      }
    }
  },
  evolve: (state, event) => {
    if (event.type === 'ApprovalRuleAdded') return withRule(state, event.data.rule)
    const known = valueAt(state.byId, event.data.ruleId)
    if (known === undefined) return state
    return event.type === 'ApprovalRuleRemoved'
      ? without(state, known)
      : withRule(state, { ...known, ...event.data.changes } as ApprovalRule)
  },
}

/** The stream of a project's rules; each merge request has a stream of its own. */
export const rulesOfProject = (projectId: number): string => `project.${projectId}`
export const rulesOfMergeRequest = (mergeRequestId: number): string => `request.${mergeRequestId}`
