import { type IssueCommand, type IssueState, issue } from '@forgefold/core/domains/planning/issue'
import { type Day, fold, type Instant } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const at = '2022-04-11T03:02:32.123Z' as Instant
const person = fc.constantFrom(1, 2, 3)
const people = fc.uniqueArray(person, { maxLength: 2 })
const request = fc.constantFrom(7, 8)
const is = <A extends string>(type: A) => fc.constant(type)
const maybe = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: undefined })
const seconds = fc.integer({ min: -200, max: 200 })

const details = {
  title: fc.constantFrom('A', 'B', '', 'x'.repeat(256)),
  description: fc.record({
    text: fc.constantFrom(null, 'x'),
    blob: fc.constant(null),
    tasks: fc.constant(0),
    tasksDone: fc.constant(0),
  }),
  milestoneId: fc.constantFrom(null, 5),
  dueDate: fc.constantFrom(null, '2022-06-01' as Day),
  confidential: fc.boolean(),
  discussionLocked: fc.constantFrom(null, true, false),
  mentionedIds: people,
}
const created = {
  projectId: fc.constant(1),
  iid: fc.constant(1),
  authorId: person,
  assigneeIds: people,
  labelIds: people,
  ...details,
}
const origin = fc.record({
  type: fc.constantFrom('IssueMovedFrom' as const, 'IssueClonedFrom' as const),
  issueId: fc.constantFrom(8, 9),
  by: person,
})
const spent = { seconds, by: person, summary: fc.constantFrom(null, 'x'), at: fc.constant(at) }
const follow = { userId: person, participates: fc.boolean() }

const commands: fc.Arbitrary<IssueCommand> = fc.oneof(
  fc.record({ type: is('Create'), ...created }),
  fc.record({ type: is('Create'), ...created, origin }),
  fc.record({
    type: is('Change'),
    changes: fc.record(details, { requiredKeys: [] }),
    assigneeIds: maybe(people),
    labelIds: maybe(people),
  }),
  fc.record({ type: is('Close'), by: person, mergeRequestId: fc.constantFrom(null, 7) }),
  fc.record({ type: is('Reopen'), by: person }),
  fc.record({ type: is('Move'), issueId: fc.constantFrom(8, 9), toProjectId: fc.constant(2), by: person }),
  fc.record({ type: is('Reorder'), rank: fc.constantFrom('a', 'b') }),
  fc.record({ type: is('MarkDuplicate'), canonicalId: fc.constantFrom(2, 3), by: person }),
  fc.record({ type: fc.constantFrom('NoteCloser' as const, 'DropCloser' as const), mergeRequestId: request }),
  fc.record({ type: is('SetTimeEstimate'), seconds }),
  fc.record({ type: is('SpendTime'), ...spent }),
  fc.record({ type: is('ResetTimeSpent'), by: person, at: fc.constant(at) }),
  fc.record({ type: fc.constantFrom('Subscribe' as const, 'Unsubscribe' as const), ...follow }),
  fc.record({ type: is('Delete'), by: person }),
)

/** The rank of an issue that is moved lies between those of two others, and so differs from its own. */
const REPEATABLE: ReadonlySet<IssueCommand['type']> = new Set(['SpendTime', 'Reorder'])

runCases(
  'issue',
  aggregateCases({
    aggregate: issue,
    commands,
    unreached: ['IssueCloned'],
    mayRepeat: ({ type }) => REPEATABLE.has(type),
  }),
)

const reached = fc.array(commands, { maxLength: 20 }).map((asked): IssueState => {
  let state: IssueState = issue.initial
  for (const command of asked) {
    const decided = issue.decide(command)(state)
    if (E.isRight(decided)) state = fold(issue, decided.right, state)
  }
  return state
})

const made = {
  type: 'IssueCreated',
  data: {
    projectId: 1,
    iid: 1,
    authorId: 1,
    assigneeIds: [],
    labelIds: [],
    title: 'A',
    description: { text: null, blob: null, tasks: 0, tasksDone: 0 },
    milestoneId: null,
    dueDate: null,
    confidential: false,
    discussionLocked: null,
    mentionedIds: [],
  },
} as const

describe('an issue', () => {
  it('has a title, no negative time and each closer once, whatever was asked', () => {
    fc.assert(
      fc.property(reached, (state) => {
        if (state.kind !== 'live') return
        expect(state.title).not.toBe('')
        expect(state.title.length).toBeLessThanOrEqual(255)
        expect(state.timeEstimate).toBeGreaterThanOrEqual(0)
        expect(state.timeSpent).toBeGreaterThanOrEqual(0)
        expect(new Set(state.closers).size).toBe(state.closers.length)
        expect(state.open && state.duplicateOf !== null).toBe(false)
      }),
    )
  })

  it('is closed once and reopened once', () => {
    const closed = { type: 'IssueClosed', data: { by: 2, mergeRequestId: null } } as const
    scenario(issue).given(made).when({ type: 'Close', by: 2, mergeRequestId: null }).then(closed)
    scenario(issue).given(made).when({ type: 'Reopen', by: 2 }).thenNothing()
    scenario(issue).given(made, closed).when({ type: 'Close', by: 3, mergeRequestId: 7 }).thenNothing()
    scenario(issue)
      .given(made, closed)
      .when({ type: 'Reopen', by: 2 })
      .then({ type: 'IssueReopened', data: { by: 2 } })
  })

  it('is a duplicate of one other while it is closed', () => {
    const closed = { type: 'IssueClosed', data: { by: 2, mergeRequestId: null } } as const
    const marked = { type: 'IssueMarkedDuplicate', data: { canonicalId: 9, by: 2 } } as const
    const mark = { type: 'MarkDuplicate', canonicalId: 9, by: 2 } as const
    scenario(issue).given(made).when(mark).thenNothing()
    scenario(issue).given(made, closed).when(mark).then(marked)
    scenario(issue).given(made, closed, marked).when(mark).thenNothing()
    const reopened = { type: 'IssueReopened', data: { by: 2 } } as const
    scenario(issue).given(made, closed, marked, reopened, closed).when(mark).then(marked)
  })

  it('changes only what differs', () => {
    scenario(issue)
      .given(made)
      .when({ type: 'Change', changes: { title: 'A' }, assigneeIds: [], labelIds: [] })
      .thenNothing()
    scenario(issue)
      .given(made)
      .when({ type: 'Change', changes: { title: 'B' }, assigneeIds: [2] })
      .then({ type: 'IssueChanged', data: { title: 'B' } }, { type: 'IssueAssigneesSet', data: { userIds: [2] } })
    scenario(issue)
      .given(made)
      .when({ type: 'Change', changes: { title: '' } })
      .thenRefused('Invalid')
  })

  it('takes back no more time than was spent', () => {
    const time = { by: 1, summary: null, at } as const
    const spentAnHour = scenario(issue).given(made, { type: 'IssueTimeSpent', data: { seconds: 3600, ...time } })
    spentAnHour.when({ type: 'SpendTime', seconds: -3601, ...time }).thenRefused('Invalid')
    spentAnHour
      .when({ type: 'ResetTimeSpent', by: 1, at })
      .then({ type: 'IssueTimeSpent', data: { seconds: -3600, ...time } })
    scenario(issue).given(made).when({ type: 'ResetTimeSpent', by: 1, at }).thenNothing()
    scenario(issue).given(made).when({ type: 'SetTimeEstimate', seconds: -1 }).thenRefused('Invalid')
  })

  it('is followed by taking part or by a wish, and gone for good', () => {
    const follows = (participates: boolean) => ({ type: 'Subscribe', userId: 2, participates }) as const
    scenario(issue).given(made).when(follows(true)).thenRefused('NotModified')
    scenario(issue)
      .given(made)
      .when(follows(false))
      .then({ type: 'IssueSubscribed', data: { userId: 2 } })
    const gone = scenario(issue).given(made, { type: 'IssueDeleted', data: { by: 1 } })
    gone.when(follows(false)).thenRefused('RecordNotFound')
    gone.when({ type: 'Create', ...made.data }).thenRefused('Conflict')
  })
})
