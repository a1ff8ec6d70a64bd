import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { startForge, type TestForge } from '@forgefold/server/testing'
import Database from 'better-sqlite3'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { scratch } from '../event-store/raw-log.js'
import { fillDeployments } from '../http/fill.js'
import { sizeOr } from '../size.js'

const EVENTS = 100_000
const FORKS = 1000
const EACH = 20
const MEGABYTE = 1024 * 1024

/** Appends a long history to the store of a forge for tests. */
const fill = async (to: EventStore, log: string): Promise<void> => {
  const from = openSqliteEventStore({ path: log })
  for await (const events of pagesOf(from))
    for (const run of runsOf(events)) await to.append(run.stream, run.events, 'any')
  await from.close()
}

async function* pagesOf(store: EventStore): AsyncGenerator<ReadonlyArray<StoredEvent>> {
  for (let after: StoredEvent['position'] | undefined; ; ) {
    const page = await store.readAll({ limit: 5000, ...(after === undefined ? {} : { after }) })
    if (page.kind !== 'Read') throw new Error('the history cannot be read')
    yield page.events
    if (page.end) return
    after = page.upTo
  }
}

/** Events of one stream that follow each other. */
const runsOf = (events: ReadonlyArray<StoredEvent>) => {
  const runs: Array<{ readonly stream: StoredEvent['stream']; readonly events: Array<StoredEvent> }> = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.stream === event.stream) last.events.push(event)
    else runs.push({ stream: event.stream, events: [event] })
  }
  return runs
}

const bytes = (): number => process.memoryUsage().rss / MEGABYTE

/** What a fork that shares nothing costs at least: its rows and its events copied. */
const copyOf = (forge: TestForge): (() => Promise<{ readonly close: () => void }>) => {
  const image = forge.snapshot().world.rows?.image() ?? Buffer.alloc(0)
  return async () => {
    const db = new Database(Buffer.from(image))
    const events = structuredClone(await forge.events.since())
    return { close: () => (db.close(), void events.length) }
  }
}

const write = async (fork: TestForge): Promise<void> => {
  const made = await fork.as('root').fetch('/api/v4/projects?name=another', { method: 'POST' })
  if (made.status !== 201) throw new Error(await made.text())
}

const prepare = async (): Promise<Rounds> => {
  const { path, remove } = scratch()
  await fillDeployments(path('events.sqlite'), 'a'.repeat(40), Math.ceil(sizeOr(EVENTS) / 2))
  const forge = await startForge({ port: false })
  await fill(forge.forge.events, path('events.sqlite'))
  await forge.settled()
  const notes: Array<string> = []
  const held = async (count: number, open: () => Promise<{ readonly close: () => unknown }>, what: string) => {
    const [before, all] = [bytes(), [] as Array<{ readonly close: () => unknown }>]
    const took = await timed(async () => {
      for (let n = 0; n < count; n++) all.push(await open())
    })
    const each = `${(took / count).toFixed(1)} ms and ${((bytes() - before) / count).toFixed(2)} MB each`
    notes.push(`${count} ${what}, held at once: ${(took / 1000).toFixed(1)} s; ${each}`)
    for (const one of all) await one.close()
  }
  const copy = copyOf(forge)
  await held(FORKS, () => forge.fork(), 'forks')
  await held(3, copy, 'full copies')
  const writing = async () => {
    const fork = await forge.fork()
    await write(fork)
    return fork
  }
  await held(3, writing, 'forks that each write')
  const each = async (open: () => Promise<{ readonly close: () => unknown }>, count: number): Promise<number> =>
    (await timed(async () => {
      for (let n = 0; n < count; n++) await (await open()).close()
    })) / count
  return {
    unit: 'ms',
    rounds: 3,
    ceiling: () => each(copy, 1),
    product: () => each(() => forge.fork(), EACH),
    notes: () => notes,
    finish: async () => {
      await forge.close()
      await remove()
    },
  }
}

export const forksOfForge: Benchmark = {
  name: 'T2',
  work: 'fork of a forge for tests with 100,000 events (or --size), closed again',
  ceiling: 'its rows and events copied in full',
  goal: { atMost: 0.1 },
  prepare,
}
