import type { StoredEvent } from '@forgefold/core/kernel'
import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'
import { writeHistory } from './history.js'

it('each event of a history has an id of its own, whatever else the same request did', async () => {
  const world = await openTestInstance()
  await writeHistory(world)
  const tagged = await world.ask('POST', '/api/v4/projects/1/releases', {
    as: world.root,
    json: { tag_name: 'made-with-its-release', ref: 'main' },
  })
  expect(tagged.status).toBe(201)
  const read = await world.forge.events.readAll({ limit: 100_000 })
  const byId = new Map<string, Array<StoredEvent>>()
  if (read.kind === 'Read') for (const event of read.events) byId.set(event.id, [...(byId.get(event.id) ?? []), event])
  expect(byId.size).toBeGreaterThan(500)
  const shared = [...byId.values()].filter((events) => events.length > 1)
  expect(shared.map((events) => events.map(({ stream, type }) => `${stream} ${type}`))).toEqual([])
  await world.close()
})
