import { type LabelCommand, type LabelState, label } from '@forgefold/core/domains/planning/label'
import { fold, type Rejection } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const person = fc.constantFrom(1, 2)
const place = fc.constantFrom({ kind: 'project', id: 1 } as const, { kind: 'group', id: 2 } as const)
const title = fc.constantFrom('bug', 'ui', '', 'a,b', '?'.repeat(256))
const color = fc.constantFrom('#ff0000', '#F00', 'red', 'nothing', '')
const description = fc.constantFrom(null, 'x')
const priority = fc.constantFrom(null, 0, 3, -1)
const maybe = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: undefined })

const commands: fc.Arbitrary<LabelCommand> = fc.oneof(
  fc.record({ type: fc.constant('Create' as const), place, title, color, description, priority }),
  fc.record({
    type: fc.constant('Change' as const),
    title: maybe(title),
    color: maybe(color),
    description: maybe(description),
    priority: maybe(priority),
  }),
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('Subscribe' as const, 'Unsubscribe' as const), userId: person }),
  },
  fc.record({ type: fc.constant('Promote' as const), groupId: fc.constant(2) }),
  fc.record({ type: fc.constant('Merge' as const), into: fc.constant(3) }),
  fc.record({ type: fc.constant('Delete' as const) }),
)

runCases('label', aggregateCases({ aggregate: label, commands }))

const made = {
  type: 'LabelCreated',
  data: { place: { kind: 'project', id: 1 }, title: 'bug', color: '#ff0000', description: null, priority: null },
} as const

const wrongs = (rejection: Rejection): ReadonlyArray<string> =>
  rejection.kind === 'Invalid' ? Object.keys(rejection.fields) : [rejection.kind]

const historyOf = (asked: ReadonlyArray<LabelCommand>): LabelState => {
  let state: LabelState = label.initial
  for (const command of asked) {
    const decided = label.decide(command)(state)
    if (E.isRight(decided)) state = fold(label, decided.right, state)
  }
  return state
}

describe('a label', () => {
  it('has a title without a comma, a colour and no negative priority, whatever was asked', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 15 }), (asked) => {
        const state = historyOf(asked)
        if (state.kind !== 'live') return
        expect(state.title).not.toBe('')
        expect(state.title).not.toContain(',')
        expect(state.title.length).toBeLessThanOrEqual(255)
        expect(state.color).toMatch(/^#([0-9A-Fa-f]{3}){1,2}$/)
        expect(state.priority ?? 0).toBeGreaterThanOrEqual(0)
        expect(new Set(state.subscribers).size).toBe(state.subscribers.length)
      }),
    )
  })

  it.each([
    [{ title: '' }, ['title']],
    [{ title: 'a,b' }, ['title']],
    [{ title: 'x'.repeat(256) }, ['title']],
    [{ color: 'nothing' }, ['color']],
    [{ priority: -1 }, ['priority']],
    [{ title: '', color: '' }, ['title', 'color']],
  ])('refuses %j', (change, fields) => {
    const decided = label.decide({ type: 'Change', ...change })(fold(label, [made]))
    expect(E.isLeft(decided) && wrongs(decided.left)).toEqual(fields)
  })

  it('changes only what differs', () => {
    scenario(label).given(made).when({ type: 'Change', title: 'bug', color: 'red', description: null }).thenNothing()
    scenario(label)
      .given(made)
      .when({ type: 'Change', title: 'fault', priority: 2 })
      .then({ type: 'LabelChanged', data: { title: 'fault', priority: 2 } })
  })

  it('is followed once, and gone for good', () => {
    const followed = scenario(label).given(made, { type: 'LabelSubscribed', data: { userId: 1 } })
    followed.when({ type: 'Subscribe', userId: 1 }).thenRefused('NotModified')
    followed.when({ type: 'Unsubscribe', userId: 2 }).thenRefused('NotModified')
    followed.given({ type: 'LabelDeleted', data: {} }).when({ type: 'Delete' }).thenRefused('RecordNotFound')
    followed.when({ type: 'Create', ...made.data }).thenRefused('Conflict')
  })
})
