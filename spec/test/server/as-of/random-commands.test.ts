import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Category, categoryOf, type Position } from '@forgefold/core/kernel'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { everyAggregate } from '@forgefold/spec/golden-data'
import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'
import { writeHistory } from '../releases/history.js'
import { QUERIES } from '../releases/history-paths.js'
import { type Dice, diceOf, randomCommand } from './commands.js'
import { COMMANDS_OF_KINDS, type Scene } from './commands-of-kinds.js'

/** Told in each failure; another one by the environment. */
const SEED = Number(process.env['FORGEFOLD_SEED'] ?? 18)

/** How many random commands that changed something are followed by all reads: in memory moments are made fastest. */
const KEPT = { memory: 8, sqlite: 2, eventstoredb: 2 } as const
type Store = keyof typeof KEPT

/** Of the commands to each kind of aggregate one in so many is followed by all reads. */
const KEPT_OF_KINDS = { memory: 3, sqlite: 16, eventstoredb: 16 } as const

const MOST_TRIES = 400

/**
 * What is of today (docs/reference/as-of-reads.md#what-is-of-then-and-what-is-of-today), who runs a job, and tokens that tell when they
 * were issued: the clock may have gone on since the last event.
 */
const OF_TODAY = [
  /^\/sidekiq\//,
  /\/hooks\/:hook_id\/events$/,
  /^\/hooks\/:hook_id\/events$/,
  /^\/job$/,
  /\/snapshot$/,
  /^\/forgefold\//,
  /\/conan\/v1\/users\/authenticate$/,
]

const READS = apiRoutes
  .filter(({ method, path }) => method === 'GET' && !OF_TODAY.some((one) => one.test(path)))
  .map(({ path }) => path)

interface Kept {
  readonly position: string
  readonly after: string
  readonly answers: ReadonlyMap<string, Answered>
}

/** No event tells when somebody last downloaded a package. */
const DOWNLOADED = /"last_downloaded_at":(?:null|"[^"]*")/g

const told = ({ text }: Answered): string => text.replaceAll(DOWNLOADED, '')

/** Where a text begins to be another. */
const around = (text: string, other: string): string => {
  const at = [...text].findIndex((sign, index) => sign !== other[index])
  return at < 0 ? text.slice(-40) : text.slice(Math.max(0, at - 60), at + 40)
}

const positionOf = (answer: Answered | undefined): string => answer?.headers.get('forgefold-position') ?? ''

const readAll = async (
  { ask, root }: TestInstance,
  paths: ReadonlyMap<string, string>,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, Answered>> => {
  const read = async (pattern: string): Promise<readonly [string, Answered]> => {
    const [path, query = QUERIES[pattern] ?? ''] = (paths.get(pattern) ?? pattern).split('?')
    const once = () => ask('GET', `/api/v4${path}`, { as: root, query, headers })
    let answered = await once()
    // A machine that is busy may keep a moment, or a first look at the settings, waiting: 503 says to ask again.
    for (let tries = 0; tries < 20 && answered.status === 503; tries++) answered = await once()
    return [pattern, answered]
  }
  // The first one opens the moment, so that the others need not wait in line.
  const [first = '', ...rest] = READS
  return new Map([await read(first), ...(await Promise.all(rest.map(read)))])
}

/** All reads at one position: where background work changed something meanwhile they are asked again. */
const settled = async (instance: TestInstance, paths: ReadonlyMap<string, string>, after: string): Promise<Kept> => {
  for (;;) {
    const before = instance.forge.read.position()
    const answers = await readAll(instance, paths)
    const positions = new Set([...answers.values()].map(positionOf))
    const position = positionOf(await instance.ask('GET', '/api/v4/version', { as: instance.root }))
    if (instance.forge.read.position() === before && positions.size === 1 && positions.has(position))
      return { position, after, answers }
  }
}

const withInstance = async (store: Store, work: (instance: TestInstance) => Promise<void>): Promise<void> => {
  const data = store === 'memory' ? undefined : await mkdtemp(join(tmpdir(), 'forgefold-random-'))
  const double = store === 'eventstoredb' ? await startEventStoreDbDouble() : undefined
  const eventStore = double === undefined ? store : { connectionString: double.connectionString }
  const instance = await openTestInstance({
    release: '16.0',
    more: { data, eventStore: eventStore as 'memory', past: { copyEvery: 500, copies: 3 } },
  })
  try {
    await work(instance)
  } finally {
    await instance.close()
    await double?.stop()
    if (data !== undefined) await rm(data, { recursive: true, force: true })
  }
}

/** The kinds of streams that were written to behind a position. */
const kindsBehind = async ({ forge }: TestInstance, after: Position | undefined): Promise<ReadonlySet<Category>> => {
  const read = await forge.events.readAll({ limit: 100_000, ...(after === undefined ? {} : { after }) })
  if (read.kind !== 'Read') throw new Error(read.reason)
  return new Set(read.events.map(({ stream }) => categoryOf(stream)))
}

const shuffled = <A>(dice: Dice, all: ReadonlyArray<A>): ReadonlyArray<A> => {
  const left = [...all]
  return all.flatMap(() => left.splice(dice(left.length), 1))
}

/** Random requests to any route that writes, as many as are kept. */
const giveRandomCommands = async (store: Store, { instance, dice, paths }: Scene): Promise<ReadonlyArray<Kept>> => {
  const kept: Array<Kept> = []
  for (let tries = 0; kept.length < KEPT[store] && tries < MOST_TRIES; tries++) {
    instance.clock.advance(1000 * (1 + dice(100)))
    const { method, path, json } = randomCommand(dice, paths)
    const before = instance.forge.read.position()
    const { status } = await instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
    if (status >= 300 || instance.forge.read.position() === before) continue
    kept.push(await settled(instance, paths, `${method} ${path} ${JSON.stringify(json)}`))
  }
  expect([SEED, kept.length]).toEqual([SEED, KEPT[store]])
  return kept
}

/** Commands to every kind of aggregate, in any order. */
const giveCommandsOfKinds = async (store: Store, scene: Scene): Promise<ReadonlyArray<Kept>> => {
  const { instance, dice, paths } = scene
  const kept: Array<Kept> = []
  for (const [at, { kind, name, run }] of shuffled(dice, COMMANDS_OF_KINDS).entries()) {
    instance.clock.advance(1000 * (1 + dice(100)))
    const before = instance.forge.read.position()
    const answered = await run(scene)
    const written = (await kindsBehind(instance, before)).has(kind)
    expect([name, kind, written, answered?.text]).toEqual([name, kind, true, answered?.text])
    if (at % KEPT_OF_KINDS[store] === 0) kept.push(await settled(instance, paths, name))
  }
  return kept
}

const expectSamePast = async (
  instance: TestInstance,
  paths: ReadonlyMap<string, string>,
  { position, after, answers }: Kept,
): Promise<void> => {
  const past = await readAll(instance, paths, { 'Forgefold-As-Of': position })
  const others = [...answers].flatMap(([pattern, then]) => {
    const now = past.get(pattern)
    if (now === undefined) return [pattern]
    const [one, other] = [told(then), told(now)]
    if (now.status === then.status && one === other) return []
    return [`${pattern}: ${then.status} ${around(one, other)}, now ${now.status} ${around(other, one)}`]
  })
  expect({ seed: SEED, position, after, others }).toEqual({ seed: SEED, position, after, others: [] })
}

describe.each(['memory', 'sqlite', 'eventstoredb'] as const)('random commands on an instance on %s', (store) => {
  it('leave a past of which every read answers as it did then, in the same bytes', async () => {
    await withInstance(store, async (instance) => {
      const dice = diceOf(SEED)
      const unlimited = { search_rate_limit: 0 }
      await instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json: unlimited })
      const { paths } = await writeHistory(instance)
      const scene = { instance, dice, paths }
      const ofKinds = await giveCommandsOfKinds(store, scene)
      const random = await giveRandomCommands(store, scene)
      for (const kept of [...ofKinds, ...random]) await expectSamePast(instance, paths, kept)
    })
  }, 600_000)
})

describe('the commands', () => {
  it('are given to every kind of aggregate', async () => {
    // Names are reserved by the commands to the things that bear them.
    const kinds = [...(await everyAggregate()).keys()].filter((kind) => kind !== 'reservation')
    expect([...new Set(COMMANDS_OF_KINDS.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted())
  })
})
