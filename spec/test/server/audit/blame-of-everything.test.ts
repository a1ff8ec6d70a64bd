import { type Document, fieldsOf } from '@forgefold/core/audit'
import type { StoredEvent } from '@forgefold/core/kernel'
import { BLAMED_READS } from '@forgefold/server/audit'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type History, writeHistory } from '../releases/history.js'
import { judged } from '../releases/judged.js'
import { documentsOf, expectJustBlamed, historyOf } from './blame-against-history.js'
import { type BlameAnswer, wholeBlame } from './whole-blame.js'

/** Of those things that hang on too much of the history a smaller one. */
const smaller = ({ open }: History): Readonly<Record<string, string>> => ({
  '/projects/:id': `/projects/${open}`,
  '/projects/:id/approvals': `/projects/${open}/approvals`,
  '/groups/:id': '/groups/3',
})

const READS = Object.keys(BLAMED_READS)

/** Of the events that no value is said to hang on, one in so many is left out. */
const SAMPLED = 12

/** So many events lie between two whose replays are compared. */
const COMPARED = 250

describe('blame beside the reads of the API', () => {
  let world: TestInstance
  let history: History
  let events: ReadonlyArray<StoredEvent>
  const blames = new Map<string, BlameAnswer>()

  beforeAll(async () => {
    world = await openTestInstance({ release: '16.0', tier: 'ultimate' })
    history = await writeHistory(world)
    await judged(world)
    // The first look at the settings is an event itself.
    await world.ask('GET', '/api/v4/application/settings', { as: world.root })
    events = await historyOf(world)
  })
  afterAll(() => world.close())

  it.each(READS)('tells who set each value of %s', async (pattern) => {
    const path = smaller(history)[pattern] ?? history.paths.get(pattern) ?? pattern
    const blame = await wholeBlame(world, path)
    const read = await world.ask('GET', `/api/v4${path}`, { as: world.root })
    blames.set(pattern, blame)
    expect(blame.fields.map(({ field }) => field)).toEqual([...fieldsOf(read.json as Document).keys()])
  })

  it('lists just the events without which a value would be another', async () => {
    const all = [...blames.values()]
    expect(all).toHaveLength(READS.length)
    const listed = new Set(
      all.flatMap(({ existence, fields }) =>
        [existence, ...fields.map(({ events }) => events)].flat().map(({ id }) => id),
      ),
    )
    await expectJustBlamed(world, all, events, ({ id }, at) => listed.has(id) || at % SAMPLED === 0)
  })
  it('builds behind a beginning that is kept what all events build', async () => {
    const paths = [...blames.values()].map(({ path }) => path)
    const [keeping, plain] = [documentsOf(world), documentsOf(world)]
    for (let at = events.length - 1; at > 0; at -= COMPARED) {
      const without = events.toSpliced(at, 1)
      const expected = await plain.ofEvents(without, 0, paths)
      for (const alike of [at, Math.floor(at / 2)])
        expect([at, alike, await keeping.ofEvents(without, alike, paths)]).toEqual([at, alike, expected])
    }
  })
})
