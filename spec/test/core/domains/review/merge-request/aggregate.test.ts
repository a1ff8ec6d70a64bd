import { type TodoCommand, todo } from '@forgefold/core/domains/conversation/todo'
import {
  type MergePlan,
  type MergeRequestCommand,
  type MergeRequestEvent,
  type MergeRequestState,
  mergeRequest,
  type Version,
} from '@forgefold/core/domains/review/merge-request'
import { fold, type Instant } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const at = '2022-04-11T03:02:32.123Z' as Instant
const sha = fc.constantFrom('a'.repeat(40), 'b'.repeat(40))
const maybeSha = fc.option(sha)
const person = fc.constantFrom(1, 2, 3)
const people = fc.uniqueArray(person, { maxLength: 2 })
const is = <A extends string>(type: A) => fc.constant(type)

const version: fc.Arbitrary<Version> = fc.record({
  id: fc.nat(9),
  head: maybeSha,
  base: maybeSha,
  start: maybeSha,
  state: fc.constantFrom('empty', 'collected', 'overflow'),
  realSize: fc.constantFrom(null, '1'),
  commits: fc.nat(3),
  cause: fc.constantFrom('created', 'pushed', 'rebased'),
})

const plan: fc.Arbitrary<MergePlan> = fc.record({
  by: person,
  head: sha,
  from: sha,
  to: sha,
  mergeCommitSha: maybeSha,
  squashCommitSha: fc.constant(null),
  removeSourceBranch: fc.boolean(),
  shouldRemoveSourceBranch: fc.option(fc.boolean()),
})

const description = fc.record({
  text: fc.option(fc.constantFrom('x', 'y')),
  blob: fc.constant(null),
  tasks: fc.constant(0),
  tasksDone: fc.constant(0),
})

const created = {
  iid: fc.constant(1),
  sourceProjectId: fc.constant(1),
  targetProjectId: fc.constant(1),
  sourceBranch: fc.constant('topic'),
  targetBranch: fc.constant('main'),
  authorId: person,
  title: fc.constantFrom('A', 'Draft: B'),
  description,
  assigneeIds: people,
  reviewerIds: people,
  labelIds: people,
  mentionedIds: fc.constant<ReadonlyArray<number>>([]),
  squash: fc.boolean(),
  forceRemoveSourceBranch: fc.option(fc.boolean()),
  allowCollaboration: fc.boolean(),
  discussionLocked: fc.constant(null),
  approvalsBeforeMerge: fc.constant(null),
  milestoneId: fc.option(fc.constant(5)),
}

const armed = {
  by: person,
  sha,
  shouldRemoveSourceBranch: fc.option(fc.boolean()),
  squash: fc.constant(null),
  mergeCommitMessage: fc.constant(null),
  squashCommitMessage: fc.constant(null),
}

const changes = fc.record(
  { title: fc.constantFrom('A', 'C'), squash: fc.boolean(), description, milestoneId: fc.option(fc.constant(5)) },
  { requiredKeys: [] },
)
const maybePeople = fc.option(people, { nil: undefined })

// Few, because a check is finished only by what it was started with.
const checked = { head: fc.constantFrom('a'.repeat(40), null), target: fc.constant('b'.repeat(40)) }

const commands: fc.Arbitrary<MergeRequestCommand> = fc.oneof(
  { arbitrary: fc.record({ type: is('Create'), version, ...created }), weight: 3 },
  fc.record({ type: is('Change'), changes, assigneeIds: maybePeople, reviewerIds: maybePeople, labelIds: maybePeople }),
  fc.record({ type: is('Retarget'), targetBranch: fc.constantFrom('main', 'next'), version, by: person }),
  fc.record({ type: is('Close'), by: person, because: fc.constantFrom('asked', 'source_deleted') }),
  fc.record({ type: is('Reopen'), by: person, version }),
  fc.record({ type: is('RecordVersion'), version }),
  fc.record({ type: is('StartCheck'), ...checked }),
  fc.record({ type: is('FinishCheck'), mergeable: fc.boolean(), ...checked, mergeRef: maybeSha }),
  { arbitrary: plan.map((one) => ({ type: 'StartMerge', ...one }) as const), weight: 3 },
  fc.record({ type: is('FinishMerge'), plan }),
  fc.record({ type: is('AbortMerge'), plan, error: fc.constant('no') }),
  fc.record({ type: is('NoteMergeError'), error: fc.constant('no') }),
  fc.record({ type: is('MergedByPush'), by: person, head: sha, mergeCommitSha: maybeSha }),
  fc.record({ type: is('EnableAutoMerge'), ...armed }),
  fc.record({ type: is('CancelAutoMerge'), reason: fc.constantFrom('canceled', 'source_pushed'), by: person }),
  fc.record({ type: is('QueueRebase'), by: person, skipCi: fc.boolean(), head: sha }),
  fc.record({ type: is('FinishRebase'), head: sha }),
  fc.record({ type: is('FailRebase'), error: fc.constant('no') }),
  fc.record({ type: is('SetTimeEstimate'), seconds: fc.integer({ min: -5, max: 5 }) }),
  fc.record({
    type: is('SpendTime'),
    seconds: fc.integer({ min: -9, max: 9 }),
    by: person,
    summary: fc.constant(null),
    at: fc.constant(at),
  }),
  fc.record({ type: is('ResetTimeSpent'), by: person, at: fc.constant(at) }),
  fc.record({ type: is('Subscribe'), userId: person, participates: fc.boolean() }),
  fc.record({ type: is('Unsubscribe'), userId: person, participates: fc.boolean() }),
  fc.record({ type: is('Approve'), userId: person, sha: maybeSha }),
  fc.record({ type: is('Unapprove'), userId: person }),
  fc.record({ type: is('ResetApprovals') }),
  fc.record({
    type: is('SetReviewState'),
    userId: person,
    state: fc.constantFrom('reviewed', 'unreviewed'),
    by: person,
  }),
  fc.record({ type: is('Delete'), by: person }),
)

const decided = (state: MergeRequestState, sequence: ReadonlyArray<MergeRequestCommand>): MergeRequestState =>
  sequence.reduce((now, command) => {
    const done = mergeRequest.decide(command)(now)
    return E.isLeft(done) ? now : fold(mergeRequest, done.right, now)
  }, state)

const opened: fc.Arbitrary<MergeRequestState> = fc
  .record({ type: is('Create'), version, ...created })
  .map((command) => decided(mergeRequest.initial, [command]))
const reached = fc
  .tuple(opened, fc.array(commands, { maxLength: 15 }))
  .map(([state, sequence]) => decided(state, sequence))

/** Doing these again says it again: somebody asks for another check, logs the same time, puts an attention back. */
const REPEATED = new Set(['StartCheck', 'SpendTime'])

runCases(
  'merge request',
  aggregateCases({ aggregate: mergeRequest, commands, mayRepeat: ({ type }) => REPEATED.has(type) }),
)

const todoData = {
  userId: person,
  authorId: person,
  projectId: fc.constant(1),
  action: fc.constant('marked' as const),
  targetType: fc.constant('MergeRequest' as const),
  targetId: fc.constant(1),
}
const todoCommands: fc.Arbitrary<TodoCommand> = fc.oneof(
  fc.record({ type: is('Create'), ...todoData }),
  fc.record({ type: is('MarkDone') }),
  fc.record({ type: is('MarkPending') }),
)
runCases('to-do', aggregateCases({ aggregate: todo, commands: todoCommands }))

const live = (state: MergeRequestState) => {
  if (state.kind !== 'live') throw new Error('it is not there')
  return state
}

describe('whatever happens to a merge request', () => {
  it('merged is final: it can only be deleted', () => {
    fc.assert(
      fc.property(reached, plan, fc.array(commands, { maxLength: 20 }), (state, aPlan, after) => {
        const merged = decided(state, [{ type: 'FinishMerge', plan: aPlan }])
        if (merged.kind !== 'live') return
        const later = decided(merged, after)
        expect(later.kind === 'deleted' || live(later).status === 'merged').toBe(true)
      }),
    )
  })

  it('a lock ends: by the merge, or by giving it up, and by nothing else', () => {
    fc.assert(
      fc.property(reached, plan, fc.array(commands, { maxLength: 10 }), (state, aPlan, meanwhile) => {
        const locked = decided(state, [{ type: 'StartMerge', ...aPlan }])
        if (locked.kind !== 'live' || locked.status !== 'locked' || locked.plan === undefined) return
        const now = decided(
          locked,
          meanwhile.filter(({ type }) => !['FinishMerge', 'AbortMerge'].includes(type)),
        )
        const { status, plan: held } = live(now)
        expect(status).toBe('locked')
        expect(held).toEqual(locked.plan)
        const begun = locked.plan
        expect(live(decided(now, [{ type: 'AbortMerge', plan: begun, error: 'no' }])).status).toBe('opened')
        expect(live(decided(now, [{ type: 'FinishMerge', plan: begun }])).status).toBe('merged')
      }),
    )
  })

  it('is merged by a plan whose commit arrived, even where its lock was taken for lost', () => {
    fc.assert(
      fc.property(opened, plan, (state, aPlan) => {
        const unlocked = decided(state, [
          { type: 'StartMerge', ...aPlan },
          { type: 'AbortMerge', plan: aPlan, error: 'no' },
        ])
        expect(live(unlocked).status).toBe('opened')
        expect(live(decided(unlocked, [{ type: 'FinishMerge', plan: aPlan }])).status).toBe('merged')
      }),
    )
  })

  it('spent time and estimate are never negative', () => {
    fc.assert(
      fc.property(reached, (state) => {
        if (state.kind !== 'live') return
        expect(state.timeSpent).toBeGreaterThanOrEqual(0)
        expect(state.timeEstimate).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('only an open one waits for a pipeline or is being rebased', () => {
    fc.assert(
      fc.property(reached, (state) => {
        if (state.kind !== 'live' || state.status !== 'closed') return
        expect(state.autoMerge).toBeUndefined()
        expect(state.rebase).toBeUndefined()
      }),
    )
  })
})

const version1: Version = {
  id: 1,
  head: 'a'.repeat(40),
  base: 'b'.repeat(40),
  start: 'b'.repeat(40),
  state: 'collected',
  realSize: '1',
  commits: 1,
  cause: 'created',
}
const born: MergeRequestEvent = {
  type: 'MergeRequestCreated',
  data: {
    iid: 1,
    sourceProjectId: 1,
    targetProjectId: 1,
    sourceBranch: 'topic',
    targetBranch: 'main',
    authorId: 1,
    title: 'A',
    description: { text: null, blob: null, tasks: 0, tasksDone: 0 },
    assigneeIds: [],
    reviewerIds: [2],
    labelIds: [],
    mentionedIds: [],
    squash: false,
    forceRemoveSourceBranch: false,
    allowCollaboration: false,
    discussionLocked: null,
    approvalsBeforeMerge: null,
    milestoneId: null,
  },
}
const arming: Extract<MergeRequestEvent, { type: 'AutoMergeArmed' }>['data'] = {
  by: 3,
  sha: 'a'.repeat(40),
  shouldRemoveSourceBranch: null,
  squash: null,
  mergeCommitMessage: null,
  squashCommitMessage: null,
}

describe('a merge request', () => {
  const open = scenario(mergeRequest).given(born, { type: 'VersionRecorded', data: version1 })

  it('is closed once, and stops waiting for its pipeline', () => {
    open
      .given({ type: 'AutoMergeArmed', data: arming })
      .when({ type: 'Close', by: 2, because: 'asked' })
      .then(
        { type: 'AutoMergeDisarmed', data: { reason: 'closed', by: 2 } },
        { type: 'MergeRequestClosed', data: { by: 2, because: 'asked' } },
      )
    open
      .given({ type: 'MergeRequestClosed', data: { by: 2, because: 'asked' } })
      .when({ type: 'Close', by: 2, because: 'asked' })
      .thenNothing()
  })

  it('says what it cannot cancel', () => {
    const cancel: MergeRequestCommand = { type: 'CancelAutoMerge', reason: 'canceled', by: 1 }
    open.when(cancel).thenRefused('NotAcceptable')
    open
      .given({ type: 'MergeRequestClosed', data: { by: 2, because: 'asked' } })
      .when(cancel)
      .thenRefused('NotAllowed')
  })

  it('takes no more time back than was spent', () => {
    const spend = (seconds: number): MergeRequestCommand => ({ type: 'SpendTime', seconds, by: 1, summary: null, at })
    open.when(spend(-1)).thenRefused({
      kind: 'Invalid',
      fields: { base: ['Time to subtract exceeds the total time spent'] },
    })
    open
      .given({ type: 'TimeSpent', data: { seconds: 60, by: 1, summary: null, at } })
      .when({ type: 'ResetTimeSpent', by: 2, at })
      .then({ type: 'TimeSpent', data: { seconds: -60, by: 2, summary: null, at } })
  })

  it('is reviewed by a reviewer who approves', () => {
    open
      .when({ type: 'Approve', userId: 2, sha: null })
      .then(
        { type: 'Approved', data: { userId: 2, sha: null } },
        { type: 'ReviewStateChanged', data: { userId: 2, state: 'reviewed', by: 2 } },
      )
  })

  it('knows subscribers by their wish first', () => {
    open.when({ type: 'Subscribe', userId: 1, participates: true }).thenRefused('NotModified')
    open
      .given({ type: 'Unsubscribed', data: { userId: 1 } })
      .when({ type: 'Subscribe', userId: 1, participates: true })
      .then({ type: 'Subscribed', data: { userId: 1 } })
  })

  it('with another target is another request: approvals and waiting end', () => {
    open
      .given({ type: 'AutoMergeArmed', data: arming }, { type: 'Approved', data: { userId: 2, sha: null } })
      .when({ type: 'Retarget', targetBranch: 'next', version: version1, by: 1 })
      .then(
        { type: 'Retargeted', data: { targetBranch: 'next' } },
        { type: 'VersionRecorded', data: version1 },
        { type: 'AutoMergeDisarmed', data: { reason: 'retargeted', by: 1 } },
        { type: 'ApprovalsReset', data: {} },
      )
  })

  it('is merged by a push only by its own head', () => {
    const merged = (head: string): MergeRequestCommand => ({
      type: 'MergedByPush',
      by: 1,
      head,
      mergeCommitSha: null,
    })
    open.when(merged('c'.repeat(40))).thenNothing()
    open.when(merged('a'.repeat(40))).then({
      type: 'MergeRequestMerged',
      data: { by: 1, mergeCommitSha: null, squashCommitSha: null, via: 'push', removeSourceBranch: false },
    })
  })
})
