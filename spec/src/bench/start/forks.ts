import { makeIds } from '@forgefold/adapters/crypto'
import { label } from '@forgefold/core/domains/planning/label'
import { type EventId, streamName, userActor } from '@forgefold/core/kernel'
import { startForge, type TestForge } from '@forgefold/server/testing'
import Database from 'better-sqlite3'
import * as E from 'fp-ts/lib/Either.js'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { sizeOr } from '../size.js'

const EVENTS = 100_000
const FORKS = 1000
const EACH = 20
const MEGABYTE = 1024 * 1024

const ids = makeIds()

/** Makes so many labels of a project, an event each. */
const fill = async ({ forge: { events, clock } }: TestForge, count: number): Promise<void> => {
  const place = { kind: 'project', id: 1 } as const
  for (let n = 1; n <= count; n++) {
    const create = {
      type: 'Create',
      place,
      title: `label ${n}`,
      color: '#112233',
      description: null,
      priority: null,
    } as const
    const decided = label.decide(create)(label.initial)
    if (E.isLeft(decided)) throw new Error(decided.left.kind)
    const metadata = { at: clock.now(), actor: userActor(1), correlationId: ids.uuid() }
    const made = decided.right.map((event) => ({ ...label.events.encode(event), id: ids.uuid() as EventId, metadata }))
    await events.append(streamName('label', n), made, 'noStream')
  }
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
  const made = await fork.as('root').fetch(`/api/v4/projects?name=${ids.uuid()}`, { method: 'POST' })
  if (made.status !== 201) throw new Error(await made.text())
}

const prepare = async (): Promise<Rounds> => {
  const forge = await startForge({ port: false })
  await write(forge)
  await fill(forge, sizeOr(EVENTS))
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
    finish: () => forge.close(),
  }
}

export const forksOfForge: Benchmark = {
  name: 'T2',
  work: 'fork of a forge for tests with 100,000 events (or --size), closed again',
  ceiling: 'its rows and events copied in full',
  goal: { atMost: 0.1 },
  prepare,
}
