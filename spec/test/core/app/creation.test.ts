import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { makeMovableClock } from '@forgefold/adapters/clock'
import { makeIds, makeInstanceKey, makeSecrets } from '@forgefold/adapters/crypto'
import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import {
  CREATION_GRACE_MS,
  createStream,
  declarationOf,
  makeAggregateRepository,
  makeNumbers,
  makeReservations,
} from '@forgefold/core/app'
import { type Instant, streamOf, systemActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { randomFrom, withCrash, withLatency } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type BoatCommand, boat } from './boat.js'

const ids = makeIds()
const secrets = makeSecrets(makeInstanceKey())
const clock = makeMovableClock('2022-04-11T03:02:32.123Z' as Instant)
const context = () => ({ id: ids.commandId(), at: clock.now(), actor: systemActor('test'), correlationId: 'test' })

const nextTurn = () => turn()

/** A server of its own over a store. */
const server = (store: EventStore) => {
  const aggregates = makeAggregateRepository({
    store,
    reached: async () => true,
    pause: nextTurn,
    numbers: makeNumbers(store, clock, ids, nextTurn),
    names: { secrets, ids, personalData: { open: (_, sealed) => sealed }, declarations: [declarationOf(boat)] },
  })
  const { holder } = makeReservations(store, aggregates, secrets, ids)
  return {
    holderOf: (name: string) => holder({ kind: 'boat', name }),
    rename: (id: number, name: string) => aggregates.execute(boat, id, { type: 'Rename', name }, context()),
    launch: (name: string, berth: string) => {
      const command: BoatCommand = { type: 'Launch', name, berth }
      return createStream({ aggregates }, boat, 'boat', command, context())
    },
  }
}

const launchedOf = (won: ReadonlyArray<E.Either<unknown, { readonly id: number }>>): ReadonlyArray<number> =>
  won.flatMap((one) => (E.isRight(one) ? [one.right.id] : []))

/** What the history says: which boats bear the name. */
const bearersOf = async (store: EventStore, name: string): Promise<ReadonlyArray<string>> => {
  const all = await store.readAll({ limit: 10_000, filter: { types: ['Launched'] } })
  const launched = all.kind === 'Read' ? all.events : []
  return launched.filter(({ data }) => (data as { readonly name: string }).name === name).map(({ stream }) => stream)
}

describe('a creation', () => {
  it('asks for number and names side by side, then for the thing: two answers in a row', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    const asked: Array<string> = []
    const watched: EventStore = {
      ...store,
      append: async (...input) => {
        asked.push(input[0].split('-')[0] ?? '')
        const outcome = await store.append(...input)
        await pause(5)
        asked.push('answer')
        return outcome
      },
      readStream: async (...input) => {
        asked.push('read')
        return store.readStream(...input)
      },
    }
    const { launch } = server(watched)
    await launch('Anna', 'A1')
    asked.length = 0
    expect(E.isRight(await launch('Berta', 'A2'))).toBe(true)
    const together = ['reservation', 'reservation', 'counter']
    expect([asked.slice(0, 3).sort(), asked.slice(3)]).toEqual([
      together.sort(),
      ['answer', 'answer', 'answer', 'boat', 'answer'],
    ])
  })

  it('is won by exactly one of those who race for a name, however their questions overtake each other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, ownBerths) => {
        const store = makeMemoryEventStore(new MemoryHistory())
        const servers = [1, 2, 3].map((n) => server(withLatency(store, randomFrom(seed + n), 16)))
        for (let round = 0; round < 6; round++) {
          const name = `round-${round}`
          const won = await Promise.all(
            [...servers, ...servers.slice(round % 3)].map(({ launch }, n) =>
              launch(name, ownBerths ? `${round}-${n}` : `${round}`),
            ),
          )
          const launched = launchedOf(won).map((id) => streamOf(boat, id))
          expect(launched).toHaveLength(1)
          expect(await bearersOf(store, name)).toEqual(launched)
          expect(await servers[0]?.holderOf(name)).toEqual(E.right(launched[0]))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('leaves its name free, or with what it made, wherever the server dies', async () => {
    for (let appends = 0; appends < 6; appends++)
      for (let before = 0; before < 3; before++) {
        const store = makeMemoryEventStore(new MemoryHistory())
        const other = server(store)
        await other.launch('First', 'F')
        const process = withCrash(store, appends + 1)
        const doomed = server(process.store)
        // It knows the counter, and so guesses a number; the others make it guess wrong.
        await Promise.race([doomed.launch('Second', 'S'), process.dead])
        for (let n = 0; n < before; n++) await other.launch(`Other ${n}`, `O${n}`)
        await Promise.race([doomed.launch('Anna', 'A1'), process.dead])
        clock.advance(CREATION_GRACE_MS)
        const bearers = await bearersOf(store, 'Anna')
        const again = await other.launch('Anna', 'A2')
        expect([bearers.length, E.isRight(again)]).toEqual(bearers.length === 0 ? [0, true] : [1, false])
        expect(E.isRight(await other.launch('Last', 'L'))).toBe(true)
        const holder = bearers[0] ?? (E.isRight(again) ? streamOf(boat, again.right.id) : undefined)
        expect(await other.holderOf('Anna')).toEqual(E.right(holder))
      }
  })

  it('takes the next number where the stream of its number was abandoned by whoever took the name of a creation that had failed', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    let silent = false
    const mute: EventStore = {
      ...store,
      append: (...input) =>
        silent && input[0].startsWith('counter') ? new Promise(() => undefined) : store.append(...input),
    }
    const [doomed, other] = [server(mute), server(store)]
    expect(launchedOf([await doomed.launch('First', 'F')])).toEqual([1])
    silent = true
    void doomed.launch('Anna', 'A1')
    await pause(5)
    expect(await other.holderOf('Anna')).toEqual(E.right(streamOf(boat, 2)))
    clock.advance(CREATION_GRACE_MS)
    expect(E.isRight(await other.rename(1, 'Anna'))).toBe(true)
    expect(launchedOf([await other.launch('Berta', 'B1'), await other.launch('Clara', 'C1')])).toEqual([3, 4])
  })
})
