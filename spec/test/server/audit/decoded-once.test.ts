import type { StoredEvent } from '@forgefold/core/kernel'
import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'
import { documentsOf, historyOf } from './blame-against-history.js'

const plain = ({ id, type, version, data, metadata, stream, revision, position }: StoredEvent) => ({
  id,
  type,
  version,
  data,
  metadata,
  stream,
  revision,
  position,
})

it('an event that many replays have in common is decoded once for all of them, and is otherwise what the store gave', async () => {
  const world = await openTestInstance()
  await world.person('jane')
  const events = await historyOf(world)
  const replays: Array<ReadonlyArray<StoredEvent>> = []
  const over: typeof world.forgefold.over = async (history, rows) => {
    const read = await history.readAll({ limit: 100_000 })
    if (read.kind === 'Read') replays.push(read.events)
    return world.forgefold.over(history, rows)
  }
  const { ofEvents } = documentsOf({ ...world, forgefold: { ...world.forgefold, over } })
  for (const alike of [0, 3]) await ofEvents(events, alike, ['users/2'])
  const [first = [], ...others] = replays
  expect(first.map(plain)).toEqual(events.map(plain))
  expect(first.filter(({ decoding }) => decoding?.by !== undefined).length).toBeGreaterThan(3)
  expect(others.length).toBeGreaterThan(0)
  for (const replay of others) for (const [at, event] of replay.entries()) expect(event).toBe(first[at])
  await world.close()
})
