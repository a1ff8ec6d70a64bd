import assert from 'node:assert/strict'
import type { NewEvent, Revision } from '@forgefold/core/kernel'
import type { Expected } from '@forgefold/core/ports'
import type { Law } from '../law.js'
import { idsOf, wholeStream } from './asking.js'
import type { StoreTrait, StoreWorld } from './world.js'

type Answer =
  | { readonly written: number }
  | { readonly alreadyWritten: number }
  | { readonly conflict: number | undefined }

/** One append: the numbers name events, so that the same number is the same id. */
interface Step {
  readonly ids: ReadonlyArray<number>
  readonly expected: Expected
  readonly answer: Answer
}

const step = (ids: ReadonlyArray<number>, expected: Expected | number, answer: Answer): Step => ({
  ids,
  expected: expected as Expected,
  answer,
})
const written = (revision: number): Answer => ({ written: revision })
const alreadyWritten = (revision: number): Answer => ({ alreadyWritten: revision })
const conflict = (head: number | undefined): Answer => ({ conflict: head })

/** A sequence of appends to one stream and what each has to answer. */
interface Sequence {
  readonly name: string
  readonly needs?: ReadonlyArray<StoreTrait>
  readonly steps: ReadonlyArray<Step>
}

const byIds = { needs: ['permanentDeduplication'] as const }

/** Six events, one at a time: a stream whose head is 5. */
const six: ReadonlyArray<Step> = [
  step([0], 'noStream', written(0)),
  ...[1, 2, 3, 4, 5].map((n) => step([n], n - 1, written(n))),
]
const pair = step([0, 1], 'noStream', written(1))

const rows: ReadonlyArray<Sequence> = [
  { name: 'any on a missing stream writes', steps: [step([0, 1], 'any', written(1))] },
  { name: 'noStream on a missing stream writes', steps: [pair] },
  { name: 'streamExists on a missing stream conflicts', steps: [step([0], 'streamExists', conflict(undefined))] },
  { name: 'an exact revision on a missing stream conflicts', steps: [step([0], 0, conflict(undefined))] },
  { name: 'any with new ids writes', steps: [pair, step([2], 'any', written(2))] },
  { name: 'streamExists with new ids writes', steps: [pair, step([2], 'streamExists', written(2))] },
  { name: 'noStream with new ids on a living stream conflicts', steps: [pair, step([2], 'noStream', conflict(1))] },
  { name: 'an exact head writes', steps: [pair, step([2], 1, written(2))] },
  { name: 'below the head with a new id conflicts', steps: [pair, step([2], 0, conflict(1))] },
  { name: 'above the head conflicts', steps: [pair, step([2], 2, conflict(1))] },
  { name: 'any with known ids stands', ...byIds, steps: [...six, step([2, 3], 'any', alreadyWritten(3))] },
  {
    name: 'streamExists with known ids stands',
    ...byIds,
    steps: [...six, step([1], 'streamExists', alreadyWritten(1))],
  },
  { name: 'any with a known and an unknown id conflicts', ...byIds, steps: [pair, step([1, 2], 'any', conflict(1))] },
  { name: 'any with an unknown and a known id writes', ...byIds, steps: [pair, step([2, 1], 'any', written(3))] },
  { name: 'below the head with the ids that stand there stands', steps: [...six, step([2, 3], 1, alreadyWritten(3))] },
  { name: 'below the head with a prefix stands', steps: [...six, step([2], 1, alreadyWritten(2))] },
  { name: 'below the head past its end conflicts', steps: [...six, step([4, 5, 6], 3, conflict(5))] },
  { name: 'below the head in another order conflicts', steps: [...six, step([3, 2], 1, conflict(5))] },
]

/** The named sequences of EventStoreDB: `n eM` is event n with expectation M; brackets are one append. */
const sequences: ReadonlyArray<Sequence> = [
  { name: '0 e-1, 1 e0 … 5 e4, 0 e-1 stands', steps: [...six, step([0], 'noStream', alreadyWritten(0))] },
  { name: '0 e-1, 1 e0 … 5 e4, 0 any stands', ...byIds, steps: [...six, step([0], 'any', alreadyWritten(0))] },
  { name: '0 e-1, 1 e0 … 5 e4, 0 e5 is written again', steps: [...six, step([0], 5, written(6))] },
  { name: '0 e-1, 1 e0 … 5 e4, 0 e6 conflicts', steps: [...six, step([0], 6, conflict(5))] },
  { name: '0 e-1, 1 e0 … 5 e4, 0 e4 conflicts', steps: [...six, step([0], 4, conflict(5))] },
  { name: '0 e-1, 0 e0 is written again', steps: [step([0], 'noStream', written(0)), step([0], 0, written(1))] },
  {
    name: '0 e-1, 0 any stands',
    ...byIds,
    steps: [step([0], 'noStream', written(0)), step([0], 'any', alreadyWritten(0))],
  },
  { name: '0 e-1, 0 e-1 stands', steps: [step([0], 'noStream', written(0)), step([0], 'noStream', alreadyWritten(0))] },
  {
    name: '0 e-1, 1 e0, 2 e1, 1 any, 1 any stands twice',
    ...byIds,
    steps: [...six.slice(0, 3), step([1], 'any', alreadyWritten(1)), step([1], 'any', alreadyWritten(1))],
  },
  { name: '[0 1] e-1, [0] e-1 stands', steps: [pair, step([0], 'noStream', alreadyWritten(0))] },
  { name: '[0 1] e-1, [0] any stands', ...byIds, steps: [pair, step([0], 'any', alreadyWritten(0))] },
  { name: '[0 1] e-1, [1] e0 stands', steps: [pair, step([1], 0, alreadyWritten(1))] },
  { name: '[0 1] e-1, [1] any stands', ...byIds, steps: [pair, step([1], 'any', alreadyWritten(1))] },
  { name: '[0 1] e-1, [0 1] e-1 stands', steps: [pair, step([0, 1], 'noStream', alreadyWritten(1))] },
  { name: '[0 1] e-1, [0 1 2] e-1 conflicts', steps: [pair, step([0, 1, 2], 'noStream', conflict(1))] },
]

const check = async ({ store, stream, events }: StoreWorld, steps: ReadonlyArray<Step>): Promise<void> => {
  const named = events(10)
  const eventOf = (n: number): NewEvent => named[n] as NewEvent
  const history: Array<NewEvent> = []
  for (const { ids, expected, answer } of steps) {
    const outcome = await store.append(stream(), ids.map(eventOf), expected)
    if ('conflict' in answer) assert.deepEqual(outcome, { kind: 'Conflict', head: answer.conflict })
    else {
      const kind = 'written' in answer ? 'Appended' : 'AlreadyAppended'
      assert.equal(outcome.kind, kind)
      assert.equal('revision' in outcome && outcome.revision, Object.values(answer)[0] as Revision)
      if ('written' in answer) history.push(...ids.map(eventOf))
    }
  }
  assert.deepEqual(idsOf(await wholeStream(store, stream())), idsOf(history))
}

/** The expectation table, row by row, and the sequences that show its corners. */
export const expectationLaws: ReadonlyArray<Law<StoreWorld, StoreTrait>> = [...rows, ...sequences].map(
  ({ name, needs, steps }) => ({
    name: `the expectation table holds: ${name}`,
    fixed: true,
    ...(needs === undefined ? {} : { needs }),
    holds: (world) => check(world, steps),
  }),
)
