import {
  type ApprovalRule,
  type ApprovalRuleEvent,
  type ApprovalRulesCommand,
  approvalRules,
  approvalsLeft,
  evaluateRule,
  inCreationOrder,
  isApproved,
  RULE_TYPES,
  type RuleRequirement,
} from '@forgefold/core/domains/review/approval-rule'
import { fold } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 })
const terms = {
  name: fc.constantFrom('a', 'b', '', ' '),
  required: fc.integer({ min: -1, max: 101 }),
  userIds: ids,
  groupIds: ids,
  protectedBranchIds: ids,
  allProtectedBranches: fc.boolean(),
}
const rule: fc.Arbitrary<ApprovalRule> = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  type: fc.constantFrom(...RULE_TYPES),
  sourceRuleId: fc.constantFrom(null, 1),
  ...terms,
})
const changes = fc.record(terms, { requiredKeys: [] })
const ruleId = fc.integer({ min: 1, max: 4 })

const commands: fc.Arbitrary<ApprovalRulesCommand> = fc.oneof(
  rule.map((added) => ({ type: 'Add' as const, projectId: 1, mergeRequestId: null, rule: added })),
  fc.record({ type: fc.constant('Change' as const), ruleId, changes }),
  fc.record({ type: fc.constant('Remove' as const), ruleId }),
)

const play = (all: ReadonlyArray<ApprovalRulesCommand>) => {
  const history: Array<ApprovalRuleEvent> = []
  for (const command of all) {
    const decided = approvalRules.decide(command)(fold(approvalRules, history))
    if (E.isRight(decided)) history.push(...decided.right)
  }
  return inCreationOrder(fold(approvalRules, history))
}

describe('approval rules', () => {
  runCases('all rules of one place', aggregateCases({ aggregate: approvalRules, commands }))

  it('are never two of one name and type, never two for everybody, and always ask for something between 0 and 100', () =>
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 20 }), (all) => {
        const rules = play(all)
        expect(new Set(rules.map(({ type, name }) => `${type} ${name}`)).size).toBe(rules.length)
        expect(rules.filter(({ type }) => type === 'any_approver').length).toBeLessThanOrEqual(1)
        for (const { name, required } of rules) {
          expect(name.trim()).not.toBe('')
          expect(required).toBeGreaterThanOrEqual(0)
          expect(required).toBeLessThanOrEqual(100)
        }
      }),
    ))

  it('give their names back when they are removed or renamed, and no other names', () =>
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 20 }), rule, (all, wanted) => {
        const rules = play(all).filter(({ id }) => id !== wanted.id)
        const fresh = { ...wanted, id: 99, required: 1, name: wanted.name.trim() === '' ? 'c' : wanted.name }
        const isTaken = rules.some(
          ({ type, name }) => type === fresh.type && (name === fresh.name || type === 'any_approver'),
        )
        const removal: ApprovalRulesCommand = { type: 'Remove', ruleId: wanted.id }
        const addition: ApprovalRulesCommand = { type: 'Add', projectId: 1, mergeRequestId: null, rule: fresh }
        expect(play([...all, removal, addition]).some(({ id }) => id === 99)).toBe(!isTaken)
      }),
    ))

  it('say nothing where nothing changes', () => {
    const known: ApprovalRule = {
      id: 1,
      type: 'regular',
      sourceRuleId: null,
      name: 'a',
      required: 1,
      userIds: [1],
      groupIds: [],
      protectedBranchIds: [],
      allProtectedBranches: false,
    }
    scenario(approvalRules)
      .given({ type: 'ApprovalRuleAdded', data: { projectId: 1, mergeRequestId: null, rule: known } })
      .when({ type: 'Change', ruleId: 1, changes: { name: 'a', userIds: [1], required: undefined } })
      .thenNothing()
  })
})

const question: fc.Arbitrary<RuleRequirement> = fc.record({
  type: fc.constantFrom(...RULE_TYPES),
  required: fc.integer({ min: 0, max: 4 }),
  eligibleIds: ids,
})
const questions = fc.array(question, { maxLength: 4 })

const judge = (all: ReadonlyArray<RuleRequirement>, approvals: ReadonlyArray<number>) =>
  all.map((one) => ({ ...one, verdict: evaluateRule(one, approvals) }))

describe('a verdict', () => {
  it('blocks the merge as long as one rule could still be met and is not', () =>
    fc.assert(
      fc.property(questions, ids, (all, approvals) => {
        const isOpen = all.some(({ type, required, eligibleIds }) => {
          const counting = type === 'any_approver' ? approvals : approvals.filter((id) => eligibleIds.includes(id))
          const others = type === 'any_approver' ? 1 : eligibleIds.filter((id) => !approvals.includes(id)).length
          return counting.length < required && others > 0
        })
        expect(isApproved(judge(all, approvals))).toBe(!isOpen)
      }),
    ))

  it('does not depend on the order of approvals', () =>
    fc.assert(
      fc.property(
        questions,
        ids.chain((approvals) =>
          fc.tuple(fc.constant(approvals), fc.shuffledSubarray([...approvals], { minLength: approvals.length })),
        ),
        (all, [approvals, shuffled]) => {
          const [one, other] = [judge(all, approvals), judge(all, shuffled)]
          expect(isApproved(one)).toBe(isApproved(other))
          expect(approvalsLeft(one)).toBe(approvalsLeft(other))
        },
      ),
    ))

  it('is never undone by one more approval', () =>
    fc.assert(
      fc.property(questions, ids, fc.integer({ min: 1, max: 6 }), (all, approvals, more) => {
        fc.pre(!approvals.includes(more))
        const [before, after] = [judge(all, approvals), judge(all, [...approvals, more])]
        if (isApproved(before)) expect(isApproved(after)).toBe(true)
        expect(approvalsLeft(after)).toBeLessThanOrEqual(approvalsLeft(before))
      }),
    ))
})
