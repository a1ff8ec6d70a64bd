import {
  type MergePlan,
  type MergeRequestCommand,
  type MergeRequestEvent,
  mergeRequest,
  type Version,
} from '@forgefold/core/domains/review/merge-request'
import { fold } from '@forgefold/core/kernel'
import { scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const versionOf = (head: string): Version => ({
  id: 1,
  head,
  base: null,
  start: null,
  state: 'collected',
  realSize: '1',
  commits: 1,
  cause: 'pushed',
})

const plan: MergePlan = {
  by: 9,
  head: 'a',
  from: 'b',
  to: 'c',
  mergeCommitSha: 'c',
  squashCommitSha: null,
  removeSourceBranch: false,
  shouldRemoveSourceBranch: null,
}

const opened: ReadonlyArray<MergeRequestEvent> = [
  {
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
      reviewerIds: [],
      labelIds: [],
      mentionedIds: [],
      squash: false,
      forceRemoveSourceBranch: null,
      allowCollaboration: false,
      discussionLocked: null,
      approvalsBeforeMerge: null,
      milestoneId: null,
    },
  },
  { type: 'VersionRecorded', data: versionOf('a') },
]

const person = fc.integer({ min: 1, max: 4 })
const people = fc.uniqueArray(person, { maxLength: 3 })
const head = fc.constantFrom('a', 'b', 'c')

const commands: fc.Arbitrary<MergeRequestCommand> = fc.oneof(
  { weight: 4, arbitrary: person.map((userId) => ({ type: 'Approve' as const, userId, sha: 'a' })) },
  { weight: 2, arbitrary: person.map((userId) => ({ type: 'Unapprove' as const, userId })) },
  fc.constant({ type: 'ResetApprovals' as const }),
  fc.tuple(head, fc.oneof(fc.constantFrom('none' as const, 'all' as const), people)).map(([at, resets]) => ({
    type: 'RecordVersion' as const,
    version: versionOf(at),
    resets,
  })),
  people.map((approvedBy) => ({ type: 'StartMerge' as const, approvedBy, ...plan })),
  fc.constant({ type: 'AbortMerge' as const, plan, error: 'no' }),
)

/** Each command with what it was decided on and what came of it. */
const play = (all: ReadonlyArray<MergeRequestCommand>) => {
  const history = [...opened]
  return all.map((command) => {
    const before = fold(mergeRequest, history)
    const decided = mergeRequest.decide(command)(before)
    if (E.isRight(decided)) history.push(...decided.right)
    const after = fold(mergeRequest, history)
    if (before.kind !== 'live' || after.kind !== 'live') throw new Error('the request stays')
    return { command, decided, before, after }
  })
}

const steps = fc.array(commands, { maxLength: 25 }).map(play)

describe('approvals of a merge request', () => {
  it('are one for each person; a second one is refused', () =>
    fc.assert(
      fc.property(steps, (all) => {
        for (const { command, decided, before, after } of all) {
          expect(new Set(after.approvals).size).toBe(after.approvals.length)
          if (command.type !== 'Approve') continue
          expect(E.isLeft(decided)).toBe(before.approvals.includes(command.userId))
        }
      }),
    ))

  it('are taken back only by those who gave them', () =>
    fc.assert(
      fc.property(steps, (all) => {
        for (const { command, decided, before, after } of all) {
          if (command.type !== 'Unapprove') continue
          expect(E.isRight(decided)).toBe(before.approvals.includes(command.userId))
          expect(after.approvals).toEqual(before.approvals.filter((id) => id !== command.userId))
        }
      }),
    ))

  it('never let a merge begin that goes by one that is gone', () =>
    fc.assert(
      fc.property(steps, (all) => {
        for (const { command, before, after } of all) {
          if (command.type !== 'StartMerge' || before.status !== 'opened') continue
          const isThere = (command.approvedBy ?? []).every((id) => before.approvals.includes(id))
          expect(after.status).toBe(isThere ? 'locked' : 'opened')
        }
      }),
    ))

  it('go in the same breath as the version that they were given for, where they are to go', () =>
    fc.assert(
      fc.property(steps, (all) => {
        for (const { command, decided, before, after } of all) {
          if (command.type !== 'RecordVersion' || E.isLeft(decided) || decided.right.length === 0) continue
          const { resets = 'none' } = command
          const stays = (id: number): boolean => (typeof resets === 'string' ? resets === 'none' : !resets.includes(id))
          expect(after.approvals).toEqual(before.approvals.filter(stays))
        }
      }),
    ))

  it('come in any order to the same people', () =>
    fc.assert(
      fc.property(
        people.chain((ids) => fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length }))),
        ([one, other]) => {
          const given = (ids: ReadonlyArray<number>): ReadonlyArray<number> => {
            const last = play(ids.map((userId) => ({ type: 'Approve', userId, sha: 'a' }))).at(-1)
            return [...(last?.after.approvals ?? [])].sort()
          }
          expect(given(other)).toEqual(given(one))
        },
      ),
    ))

  it('are over once it is merged', () => {
    const merged: MergeRequestEvent = {
      type: 'MergeRequestMerged',
      data: { by: 9, mergeCommitSha: 'c', squashCommitSha: null, via: 'merge', removeSourceBranch: false },
    }
    scenario(mergeRequest)
      .given(...opened, merged)
      .when({ type: 'Approve', userId: 2, sha: null })
      .thenRefused('Unauthenticated')
  })
})
