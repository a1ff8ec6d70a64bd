import { type Document, fieldsOf, fixedHistory } from '@forgefold/core/audit'
import { notAllowed, type StoredEvent } from '@forgefold/core/kernel'
import { BLAMED_READS, makeDocuments } from '@forgefold/server/audit'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type History, writeHistory } from '../releases/history.js'
import { type BlameAnswer, wholeBlame } from './whole-blame.js'

const ROOT = {
  kind: 'user',
  userId: 1,
  admin: true,
  external: false,
  credential: { kind: 'personal_access_token', id: '1', scopes: ['api'] },
} as const

/** Of those things that hang on too much of the history a smaller one. */
const smaller = ({ open }: History): Readonly<Record<string, string>> => ({
  '/projects/:id': `/projects/${open}`,
  '/groups/:id': '/groups/3',
})

/** A thing that hangs on more events than one request tries: its blame has several pages. */
const MANY = '/user'

/** One read of each kind of thing, and of each way in which it is kept; others of the kind are kept alike. */
const oneOfEachKind = (): ReadonlyArray<string> => {
  const byKind = new Map<string, string>()
  for (const [path, { kind, numberedBy }] of Object.entries(BLAMED_READS)) {
    const name = `${kind} ${numberedBy}`
    if (!byKind.has(name)) byKind.set(name, path)
  }
  return [...byKind.values(), MANY]
}

const INTERNAL = /^(?:counter|lease|reactor|reservation)-/

/** Of the events that no value is said to hang on, one in so many is left out. */
const SAMPLED = 12

/** The fields whose values are other ones, or are gone. */
const changed = (from: Document, to: Document | undefined): ReadonlySet<string> => {
  const after = to === undefined ? new Map<string, unknown>() : fieldsOf(to)
  const others = [...fieldsOf(from)].filter(
    ([field, value]) => !after.has(field) || JSON.stringify(after.get(field)) !== JSON.stringify(value),
  )
  return new Set(others.map(([field]) => field))
}

describe('blame beside the reads of the API', () => {
  let world: TestInstance
  let history: History
  let events: ReadonlyArray<StoredEvent>
  const reads = oneOfEachKind()
  const blames = new Map<string, BlameAnswer>()

  beforeAll(async () => {
    world = await openTestInstance({ release: '16.0', tier: 'ultimate' })
    history = await writeHistory(world)
    // The first look at the settings is an event itself.
    await world.ask('GET', '/api/v4/application/settings', { as: world.root })
    const read = await world.forge.events.readAll({ limit: 100_000 })
    if (read.kind !== 'Read') throw new Error(read.reason)
    events = read.events
  })
  afterAll(() => world.close())

  it.each(reads)('tells who set each value of %s', async (pattern) => {
    const path = smaller(history)[pattern] ?? history.paths.get(pattern) ?? pattern
    const blame = await wholeBlame(world, path)
    const read = await world.ask('GET', `/api/v4${path}`, { as: world.root })
    blames.set(pattern, blame)
    expect(blame.fields.map(({ field }) => field)).toEqual([...fieldsOf(read.json as Document).keys()])
  })

  it('lists just the events without which a value would be another', async () => {
    const { ofHistory } = makeDocuments({
      base: world.forge,
      principal: ROOT,
      over: world.forgefold.over,
      acquire: async () => E.left(notAllowed),
      current: async () => E.left(notAllowed),
    })
    const all = [...blames.values()]
    expect(all).toHaveLength(reads.length)
    const listed = new Set(
      all.flatMap(({ existence, fields }) =>
        [existence, ...fields.map(({ events }) => events)].flat().map(({ id }) => id),
      ),
    )
    const paths = all.map(({ path }) => path)
    const whole = await ofHistory(fixedHistory(events), paths)
    expect(paths.filter((_, at) => whole[at] === undefined)).toEqual([])
    for (const [at, event] of events.entries()) {
      if (INTERNAL.test(event.stream) || !(listed.has(event.id) || at % SAMPLED === 0)) continue
      const without = await ofHistory(fixedHistory(events.toSpliced(at, 1)), paths)
      for (const [index, { path, existence, fields }] of all.entries()) {
        const differ = changed(whole[index] as Document, without[index])
        const isNeeded = existence.some(({ id }) => id === event.id)
        const blamed = fields.filter((one) => isNeeded || one.events.some(({ id }) => id === event.id))
        const expected = fields.map(({ field }) => field).filter((field) => differ.has(field))
        const where = `${path} without ${event.type} of ${event.stream}`
        expect.soft([where, blamed.map(({ field }) => field)]).toEqual([where, expected])
      }
    }
  })
})
