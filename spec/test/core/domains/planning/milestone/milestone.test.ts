import { type MilestoneCommand, type MilestoneState, milestone } from '@forgefold/core/domains/planning/milestone'
import { type Day, fold } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const place = fc.constantFrom({ kind: 'project', id: 1 } as const, { kind: 'group', id: 2 } as const)
const title = fc.constantFrom('v1', 'v2', '', 'x'.repeat(256))
const description = fc.record({ text: fc.constantFrom(null, 'x', 'y'), blob: fc.constant(null) })
const date = fc.constantFrom(null, '2022-01-01' as Day, '2022-06-01' as Day, '2023-01-01' as Day)
const maybe = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: undefined })
const is = <A extends string>(type: A) => fc.constant(type)

const details = { title, description, startDate: date, dueDate: date }
const commands: fc.Arbitrary<MilestoneCommand> = fc.oneof(
  fc.record({ type: is('Create'), place, iid: fc.constant(1), ...details }),
  fc.record({
    type: is('Change'),
    title: maybe(title),
    description: maybe(description),
    startDate: maybe(date),
    dueDate: maybe(date),
    stateEvent: maybe(fc.constantFrom('close' as const, 'activate' as const)),
  }),
  fc.record({ type: is('Promote'), groupId: fc.constant(2), iid: fc.constant(3) }),
  fc.record({ type: is('Merge'), into: fc.constant(3) }),
  fc.record({ type: is('Delete') }),
)

runCases('milestone', aggregateCases({ aggregate: milestone, commands }))

const made = {
  type: 'MilestoneCreated',
  data: {
    place: { kind: 'project', id: 1 },
    iid: 1,
    title: 'v1',
    description: { text: null, blob: null },
    startDate: '2022-01-01' as Day,
    dueDate: '2022-06-01' as Day,
  },
} as const

describe('a milestone', () => {
  it('has a title and never ends before it begins, whatever was asked', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 15 }), (asked) => {
        let state: MilestoneState = milestone.initial
        for (const command of asked) {
          const decided = milestone.decide(command)(state)
          if (E.isRight(decided)) state = fold(milestone, decided.right, state)
        }
        if (state.kind !== 'live') return
        expect(state.title).not.toBe('')
        expect(state.title.length).toBeLessThanOrEqual(255)
        if (state.startDate !== null && state.dueDate !== null) expect(state.dueDate >= state.startDate).toBe(true)
      }),
    )
  })

  it('judges a date by the one it keeps', () => {
    scenario(milestone)
      .given(made)
      .when({ type: 'Change', dueDate: '2021-01-01' as Day })
      .thenRefused('Invalid')
    scenario(milestone)
      .given(made)
      .when({ type: 'Change', startDate: null, dueDate: '2021-01-01' as Day })
      .then({ type: 'MilestoneChanged', data: { startDate: null, dueDate: '2021-01-01' as Day } })
  })

  it('is closed and opened once', () => {
    scenario(milestone)
      .given(made)
      .when({ type: 'Change', stateEvent: 'close' })
      .then({ type: 'MilestoneClosed', data: {} })
    scenario(milestone).given(made).when({ type: 'Change', stateEvent: 'activate' }).thenNothing()
    const closed = scenario(milestone).given(made, { type: 'MilestoneClosed', data: {} })
    closed.when({ type: 'Change', stateEvent: 'close' }).thenNothing()
    closed
      .when({ type: 'Change', title: 'v2', stateEvent: 'activate' })
      .then({ type: 'MilestoneChanged', data: { title: 'v2' } }, { type: 'MilestoneActivated', data: {} })
  })

  it('is gone for good', () => {
    const gone = scenario(milestone).given(made, { type: 'MilestoneDeleted', data: {} })
    gone.when({ type: 'Change', title: 'v2' }).thenRefused('RecordNotFound')
    gone.when({ type: 'Delete' }).thenRefused('RecordNotFound')
    gone.when({ type: 'Create', ...made.data }).thenRefused('Conflict')
  })
})
