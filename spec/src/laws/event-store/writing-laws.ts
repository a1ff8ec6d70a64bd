import assert from 'node:assert/strict'
import { type NewEvent, type Revision, streamName } from '@forgefold/core/kernel'
import { MAX_APPEND_BYTES } from '@forgefold/core/ports'
import type { Law } from '../law.js'
import { appended, idsOf, wholeStream } from './asking.js'
import type { StoreTrait, StoreWorld } from './world.js'

type StoreLaw = Law<StoreWorld, StoreTrait>

const sized = (event: NewEvent, bytes: number): NewEvent => {
  const bare = { ...event, data: '' }
  const rest = Buffer.byteLength(bare.type + JSON.stringify(bare.data) + JSON.stringify(bare.metadata))
  return { ...event, data: 'x'.repeat(bytes - rest) }
}

export const writingLaws: ReadonlyArray<StoreLaw> = [
  {
    name: 'revisions start at zero and grow by one',
    holds: async ({ store, stream, events, random }) => {
      let written = 0
      for (let batch = 0; batch < 8; batch++) {
        const count = 1 + random.below(4)
        const expected = written === 0 ? 'noStream' : ((written - 1) as Revision)
        const { revision } = await appended(store, stream(), events(count), expected)
        written += count
        assert.equal(revision, written - 1)
      }
      const all = await wholeStream(store, stream(), 3)
      assert.deepEqual(
        all.map((event) => Number(event.revision)),
        [...all.keys()],
      )
      assert.equal(all.length, written)
    },
  },
  {
    name: 'an append is all or nothing',
    holds: async ({ store, stream, events }) => {
      const first = events(3)
      await appended(store, stream(), first, 'noStream')
      // The first two stand there, the third is another: nothing of it may be written.
      const refused = await store.append(stream(), [...first.slice(0, 2), ...events(2)], 'noStream')
      assert.equal(refused.kind, 'Conflict')
      assert.deepEqual(idsOf(await wholeStream(store, stream())), idsOf(first))
      const together = Array.from({ length: 12 }, () => events(5))
      const outcomes = await Promise.all(together.map((batch) => store.append(stream(), batch, 2 as Revision)))
      const won = together[outcomes.findIndex((outcome) => outcome.kind === 'Appended')] ?? []
      assert.equal(outcomes.filter((outcome) => outcome.kind === 'Appended').length, 1)
      assert.deepEqual(idsOf(await wholeStream(store, stream())), idsOf([...first, ...won]))
    },
  },
  {
    name: 'a conflict tells the real head',
    holds: async ({ store, stream, events }) => {
      assert.deepEqual(await store.append(stream(1), events(1), 0 as Revision), { kind: 'Conflict', head: undefined })
      assert.deepEqual(await store.append(stream(1), events(1), 'streamExists'), { kind: 'Conflict', head: undefined })
      await appended(store, stream(1), events(4), 'noStream')
      for (const expected of ['noStream', 0, 2, 4, 400] as ReadonlyArray<'noStream' | Revision>)
        assert.deepEqual(await store.append(stream(1), events(1), expected), { kind: 'Conflict', head: 3 })
    },
  },
  {
    name: 'the same ids with the same exact expectation are written once',
    holds: async ({ store, stream, events, random }) => {
      const first = events(2)
      await appended(store, stream(), first, 'noStream')
      const batch = events(3)
      const { position } = await appended(store, stream(), batch, 1 as Revision)
      for (let more = random.below(3); more > 0; more--) await store.append(stream(), events(1), 'streamExists')
      const again = await store.append(stream(), batch, 1 as Revision)
      assert.equal(again.kind, 'AlreadyAppended')
      if (again.kind !== 'AlreadyAppended') return
      assert.equal(again.revision, 4)
      assert.ok(again.position === undefined || again.position === position)
      const firstAgain = await store.append(stream(), first, 'noStream')
      assert.equal(firstAgain.kind, 'AlreadyAppended')
      const all = idsOf(await wholeStream(store, stream()))
      assert.equal(new Set(all).size, all.length)
    },
  },
  {
    name: 'the same ids at the head are written again',
    holds: async ({ store, stream, events }) => {
      const batch = events(2)
      await appended(store, stream(), batch, 'noStream')
      assert.equal((await appended(store, stream(), batch, 1 as Revision)).revision, 3)
      assert.deepEqual(idsOf(await wholeStream(store, stream())), idsOf([...batch, ...batch]))
    },
  },
  {
    name: 'a reused prefix succeeds and returns its own last revision',
    holds: async ({ store, stream, events }) => {
      const batch = events(4)
      await appended(store, stream(), batch, 'noStream')
      const again = await store.append(stream(), batch.slice(0, 2), 'noStream')
      assert.equal(again.kind, 'AlreadyAppended')
      assert.equal(again.kind === 'AlreadyAppended' && again.revision, 1)
    },
  },
  {
    name: 'a mixed batch conflicts',
    holds: async ({ store, stream, events }) => {
      const batch = events(3)
      await appended(store, stream(), batch, 'noStream')
      for (const mixed of [
        [...batch.slice(0, 1), ...events(1)],
        [...events(1), ...batch.slice(1)],
        [...batch, ...events(1)],
      ])
        assert.deepEqual(await store.append(stream(), mixed, 'noStream'), { kind: 'Conflict', head: 2 })
    },
  },
  {
    name: 'ids are scoped to a stream',
    holds: async ({ store, stream, events }) => {
      const batch = events(2)
      await appended(store, stream(1), batch, 'noStream')
      await appended(store, stream(2), batch, 'noStream')
      await appended(store, stream(3), batch, 'any')
      assert.deepEqual(idsOf(await wholeStream(store, stream(3))), idsOf(batch))
    },
  },
  {
    name: 'of those who expect the same, one wins',
    holds: async ({ store, stream, events }) => {
      for (const expected of ['noStream', 0, 1] as ReadonlyArray<'noStream' | Revision>) {
        const outcomes = await Promise.all(
          Array.from({ length: 16 }, () => store.append(stream(), events(1), expected)),
        )
        assert.equal(outcomes.filter(({ kind }) => kind === 'Appended').length, 1)
        assert.equal(outcomes.filter(({ kind }) => kind === 'Conflict').length, 15)
      }
      assert.equal((await wholeStream(store, stream())).length, 3)
    },
  },
  {
    name: 'an append of nothing checks its expectation and writes nothing',
    holds: async ({ store, stream, events }) => {
      await appended(store, stream(), events(2), 'noStream')
      const held = await store.append(stream(), [], 1 as Revision)
      assert.equal(held.kind === 'AlreadyAppended' && held.revision, 1)
      assert.deepEqual(await store.append(stream(), [], 0 as Revision), { kind: 'Conflict', head: 1 })
      assert.deepEqual(await store.append(stream(), [], 'noStream'), { kind: 'Conflict', head: 1 })
      assert.equal((await wholeStream(store, stream())).length, 2)
    },
  },
  {
    name: 'what is too big is refused before anything is written',
    holds: async ({ store, stream, events }) => {
      const [first, second] = events(2) as [NewEvent, NewEvent]
      const refusal = { kind: 'TooLarge', limit: MAX_APPEND_BYTES }
      assert.deepEqual(await store.append(stream(), [sized(first, MAX_APPEND_BYTES + 1)], 'noStream'), refusal)
      const half = MAX_APPEND_BYTES / 2
      assert.deepEqual(await store.append(stream(), [sized(first, half), sized(second, half + 1)], 'any'), refusal)
      const wide = { ...first, data: '€'.repeat(MAX_APPEND_BYTES / 3) }
      assert.deepEqual(await store.append(stream(), [wide], 'any'), refusal)
      assert.equal((await store.readStream(stream())).kind, 'StreamNotFound')
      await appended(store, stream(), [sized(first, half), sized(second, half)], 'noStream')
    },
  },
  {
    name: 'an unknown outcome retried is one append',
    holds: async ({ store, stream, events }) => {
      let head: Revision | 'noStream' = 'noStream'
      let written = 0
      for (let round = 0; round < 6; round++) {
        const batch = events(1 + (round % 3))
        // The answers of all but the last are lost; they may even cross.
        const answers = await Promise.all(Array.from({ length: 3 }, () => store.append(stream(), batch, head)))
        assert.ok(answers.every(({ kind }) => kind === 'Appended' || kind === 'AlreadyAppended'))
        written += batch.length
        head = (written - 1) as Revision
      }
      assert.equal((await wholeStream(store, stream())).length, written)
    },
  },
  {
    name: 'many streams at once keep to themselves',
    holds: async ({ store, category, events }) => {
      const writers = Array.from({ length: 24 }, (_, index) => ({
        stream: streamName(category, `many-${index}`),
        batches: Array.from({ length: 5 }, () => events(2)),
      }))
      await Promise.all(
        writers.map(async ({ stream, batches }) => {
          let expected: Revision | 'noStream' = 'noStream'
          for (const batch of batches) expected = (await appended(store, stream, batch, expected)).revision
        }),
      )
      for (const { stream, batches } of writers)
        assert.deepEqual(idsOf(await wholeStream(store, stream)), idsOf(batches.flat()))
    },
  },
]
