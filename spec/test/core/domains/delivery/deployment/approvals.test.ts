import {
  type DeploymentCommand,
  type DeploymentEvent,
  deployment,
  isSatisfied,
  pendingApprovals,
} from '@forgefold/core/domains/delivery/deployment'
import type { ApprovalRequirement } from '@forgefold/core/domains/delivery/protected-environment'
import { fold, type Instant } from '@forgefold/core/kernel'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const at = '2022-08-22T12:00:00.000Z' as Instant

const requirement: fc.Arbitrary<ApprovalRequirement> = fc.oneof(
  fc.record({ mode: fc.constant('unified' as const), required: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    mode: fc.constant('rules' as const),
    rules: fc
      .uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 })
      .map((ids) => ids.map((id) => ({ id, required: 1 + (id % 2) }))),
  }),
)

interface Said {
  readonly userId: number
  readonly decision: 'approved' | 'rejected'
  readonly ruleId: number
}
const said = (decisions: ReadonlyArray<Said['decision']>): fc.Arbitrary<Said> =>
  fc.record({
    userId: fc.integer({ min: 1, max: 6 }),
    decision: fc.constantFrom(...decisions),
    ruleId: fc.integer({ min: 1, max: 3 }),
  })

const blocked: ReadonlyArray<DeploymentEvent> = [
  {
    type: 'DeploymentCreated',
    data: { projectId: 1, iid: 1, environmentId: 1, ref: 'main', tag: false, sha: 'a', userId: 99, jobId: 7 },
  },
  { type: 'DeploymentBlocked', data: { at } },
]

const commandOf = (asked: ApprovalRequirement, one: Said): DeploymentCommand => ({
  type: 'Decide',
  decision: one.decision,
  userId: one.userId,
  comment: null,
  ruleId: asked.mode === 'rules' ? one.ruleId : null,
  requirement: asked,
  at,
})

const play = (asked: ApprovalRequirement, all: ReadonlyArray<Said>) => {
  const history = [...blocked]
  for (const one of all) {
    const decided = deployment.decide(commandOf(asked, one))(fold(deployment, history))
    if (E.isRight(decided)) history.push(...decided.right)
  }
  const state = fold(deployment, history)
  if (state.kind !== 'live') throw new Error('a deployment stays')
  return state
}

describe('approvals of a blocked deployment', () => {
  it('let it go only when nothing is missing', () =>
    fc.assert(
      fc.property(requirement, fc.array(said(['approved', 'rejected']), { maxLength: 15 }), (asked, all) => {
        const state = play(asked, all)
        if (state.status === 'created') expect(isSatisfied(asked, state.approvals)).toBe(true)
        if (state.status === 'blocked') expect(isSatisfied(asked, state.approvals)).toBe(false)
      }),
    ))

  it('count once for each person', () =>
    fc.assert(
      fc.property(requirement, fc.array(said(['approved']), { maxLength: 15 }), (asked, all) => {
        const { approvals } = play(asked, all)
        expect(new Set(approvals.map(({ userId }) => userId)).size).toBe(approvals.length)
        const total = pendingApprovals(asked, [])
        expect(pendingApprovals(asked, approvals)).toBe(Math.max(0, total - approvals.length))
      }),
    ))

  it('are over with a rejection, whatever is said afterwards', () =>
    fc.assert(
      fc.property(requirement, fc.array(said(['approved', 'rejected']), { maxLength: 15 }), (asked, all) => {
        const first = play(asked, [{ userId: 50, decision: 'rejected', ruleId: 1 }])
        const state = play(asked, [{ userId: 50, decision: 'rejected', ruleId: 1 }, ...all])
        expect(state.status).toBe('failed')
        expect(state.approvals).toEqual(first.approvals)
      }),
    ))

  it('come in any order to the same end', () =>
    fc.assert(
      fc.property(
        requirement,
        fc
          .uniqueArray(said(['approved']), { maxLength: 6, selector: ({ userId }) => userId })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        (asked, [one, other]) => {
          expect(play(asked, other).status).toBe(play(asked, one).status)
        },
      ),
    ))
})
