import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type EventId, type Instant, type NewEvent, streamName, systemActor } from '@forgefold/core/kernel'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'

const THREAD = new URL('../../../../adapters/dist/sqlite/writer/writer-thread.js', import.meta.url)

/** What a module imports and what that imports, without what the packages of others import. */
const importedBy = (module: URL, found = new Set<string>()): ReadonlySet<string> => {
  for (const [, name = ''] of readFileSync(fileURLToPath(module), 'utf8').matchAll(
    /^(?:import|export)\b.*? from '(.+)'/gm,
  )) {
    const inside = name.startsWith('.') ? new URL(name, module) : undefined
    const known = inside?.pathname ?? name
    if (found.has(known)) continue
    found.add(known)
    if (inside !== undefined) importedBy(inside, found)
  }
  return found
}

// Each store starts a thread: with the packages that the server has loaded anyway it took three times as long.
it('the thread that writes the event log loads SQLite and a few modules of its own', () => {
  const all = [...importedBy(THREAD)]
  const outside = all.filter((name) => !name.startsWith('/'))
  expect(outside.toSorted()).toEqual(['better-sqlite3', 'node:fs', 'node:worker_threads'])
  expect(all.length).toBeGreaterThan(5)
  expect(all.length).toBeLessThan(12)
})

const stored = (number: number): NewEvent => ({
  id: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}` as EventId,
  type: 'Tested',
  version: 1,
  data: {},
  metadata: { at: '2026-01-01T00:00:00.000Z' as Instant, actor: systemActor('test'), correlationId: 'test' },
})

const folder = mkdtempSync(join(tmpdir(), 'forgefold-threads-'))
afterAll(() => rmSync(folder, { recursive: true }))

let started = 0
const count = (): void => {
  started += 1
}
beforeEach(() => {
  started = 0
  process.on('worker', count)
})
afterEach(() => {
  process.off('worker', count)
})

const fileFor = (name: string): string => join(mkdtempSync(join(folder, `${name}-`)), 'events.sqlite')

/** Appends to a log that is closed afterwards; gives what was answered. */
const appendOnce = async (path: string, number: number): Promise<string> => {
  const store = openSqliteEventStore({ path })
  const { kind } = await store.append(streamName('thing', 1), [stored(number)], 'any')
  await store.close()
  return kind
}

it('a thread writes one log after another', async () => {
  const paths = [1, 2, 3, 4, 5, 6].map((number) => fileFor(`log-${number}`))
  for (const [number, path] of paths.entries()) expect(await appendOnce(path, number)).toBe('Appended')
  expect(started).toBeLessThanOrEqual(1)
  for (const [number, path] of paths.entries()) {
    const store = openSqliteEventStore({ path })
    const read = await store.readAll()
    expect(read.kind === 'Read' ? read.events.map(({ id }) => id) : read).toEqual([stored(number).id])
    await store.close()
  }
})

it('logs that are open at once have a thread each', async () => {
  const stores = [1, 2, 3, 4].map((number) => openSqliteEventStore({ path: fileFor(`beside-${number}`) }))
  const outcomes = await Promise.all(
    stores.map((store, number) => store.append(streamName('thing', 1), [stored(number)], 'any')),
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(stores.map(() => 'Appended'))
  await Promise.all(stores.map((store) => store.close()))
  expect(started).toBeGreaterThanOrEqual(2)
})

it('a log that cannot be opened for writing ends its thread, and the next append has another', async () => {
  const path = fileFor('moved')
  const store = openSqliteEventStore({ path })
  renameSync(path, `${path}.away`)
  mkdirSync(path)
  const append = () => store.append(streamName('thing', 1), [stored(1)], 'any')
  expect((await append()).kind).toBe('OutcomeUnknown')
  rmSync(path, { recursive: true })
  renameSync(`${path}.away`, path)
  expect((await append()).kind).toBe('Appended')
  await store.close()
  expect(await appendOnce(fileFor('after'), 2)).toBe('Appended')
})
