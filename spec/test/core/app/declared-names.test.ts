import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { type MovableClock, makeMovableClock } from '@forgefold/adapters/clock'
import { makeIds, makeInstanceKey, makeSecrets } from '@forgefold/adapters/crypto'
import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import {
  type CommandContext,
  CREATION_GRACE_MS,
  declarationOf,
  makeAggregateRepository,
  makeReservations,
} from '@forgefold/core/app'
import { conflict, type Instant, invalid, notFound, streamOf, systemActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { holdsDeclaredNamesLaw, randomFrom, withLatency } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type BoatCommand, boat } from './boat.js'

const ids = makeIds()
const secrets = makeSecrets(makeInstanceKey())
const start = '2022-04-11T03:02:32.123Z' as Instant

const contextAt = (clock: MovableClock): CommandContext => ({
  id: ids.commandId(),
  at: clock.now(),
  actor: systemActor('test'),
  correlationId: 'test',
})

const harbour = (
  store: EventStore = makeMemoryEventStore(new MemoryHistory()),
  onWait: (milliseconds: number) => Promise<unknown> = turn,
) => {
  const clock = makeMovableClock(start)
  const repository = makeAggregateRepository({
    store,
    reached: async () => true,
    pause: async (milliseconds) => {
      await onWait(milliseconds)
    },
    names: { secrets, ids, personalData: { open: (_, sealed) => sealed }, declarations: [declarationOf(boat)] },
  })
  const reservations = makeReservations(store, repository, secrets, ids)
  const holderOf = async (kind: string, name: string) => reservations.holder({ kind, name })
  const tell = (id: number, command: BoatCommand) => repository.execute(boat, id, command, contextAt(clock))
  return { clock, repository, holderOf, tell, reservations }
}

const launch = (name: string, berth: string): BoatCommand => ({ type: 'Launch', name, berth })
const free = E.right(undefined)
const of = (id: number) => E.right(streamOf(boat, id))

const renamed = async (store: EventStore): Promise<boolean> => {
  const read = await store.readStream(streamOf(boat, 1), { limit: 10 })
  return read.kind === 'Read' && read.events.some(({ type }) => type === 'Renamed')
}

describe('names that an aggregate declares', () => {
  it('are taken with the first event, changed with the next and given back with the last', async () => {
    const { tell, holderOf } = harbour()
    await tell(1, launch('Anna', 'A1'))
    expect([await holderOf('boat', 'Anna'), await holderOf('berth', 'A1')]).toEqual([of(1), of(1)])
    await tell(1, { type: 'Rename', name: 'Berta' })
    expect([await holderOf('boat', 'Anna'), await holderOf('boat', 'Berta')]).toEqual([free, of(1)])
    await tell(1, { type: 'Scrap' })
    expect([await holderOf('boat', 'Berta'), await holderOf('berth', 'A1')]).toEqual([free, free])
  })

  it('are refused in the words of whoever wants them, all findings together, and nothing is kept of a refusal', async () => {
    const { tell, holderOf } = harbour()
    await tell(1, launch('Anna', 'A1'))
    expect(await tell(2, launch('Anna', 'A1'))).toEqual(
      E.left(invalid({ name: ['is that of 1'], berth: ['is taken'] })),
    )
    expect(await tell(2, launch('Berta', 'A1'))).toEqual(E.left(invalid({ berth: ['is taken'] })))
    expect(await holderOf('boat', 'Berta')).toEqual(free)
  })

  it('are not asked for where the decider refuses', async () => {
    const { tell } = harbour()
    await tell(1, launch('Anna', 'A1'))
    await tell(2, launch('Berta', 'A2'))
    await tell(2, { type: 'Scrap' })
    expect(await tell(2, { type: 'Rename', name: 'Anna' })).toEqual(E.left(notFound('Boat')))
  })

  it('stay taken where nobody knows whether the event was written, and pass on after the grace period', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    const lost: EventStore = {
      ...store,
      append: async (...input) =>
        input[0].startsWith('boat-1') ? { kind: 'OutcomeUnknown', reason: 'test' } : store.append(...input),
    }
    const { tell, clock, holderOf } = harbour(lost)
    expect(E.isLeft(await tell(1, launch('Anna', 'A1')))).toBe(true)
    expect(await holderOf('boat', 'Anna')).toEqual(of(1))
    expect(E.isLeft(await tell(2, launch('Anna', 'A2')))).toBe(true)
    clock.advance(CREATION_GRACE_MS)
    const other = harbour(store)
    other.clock.advance(CREATION_GRACE_MS)
    expect(E.isRight(await other.tell(2, launch('Anna', 'A2')))).toBe(true)
    expect(await other.tell(1, launch('Clara', 'A3'))).toEqual(E.left(conflict()))
  })

  it('whose boat never comes are waited for once, and once more where another takes them', async () => {
    const waits: Array<number> = []
    const { tell, clock, reservations } = harbour(undefined, async (milliseconds) => {
      waits.push(milliseconds)
      await turn()
    })
    const waitedFor = async (id: number): Promise<number> => {
      const before = waits.length
      expect(await tell(id, launch('Anna', 'A1'))).toEqual(E.left(invalid({ name: ['is that of a new one'] })))
      return waits.length - before
    }
    const [name, lost] = [{ kind: 'boat', name: 'Anna' }, streamOf(boat, 7)]
    await reservations.take(name, lost, contextAt(clock))
    expect([await waitedFor(2), await waitedFor(3), await waitedFor(2)]).toEqual([8, 0, 0])
    await reservations.release(name, lost, contextAt(clock))
    await reservations.take(name, lost, contextAt(clock))
    expect([await waitedFor(2), await waitedFor(3)]).toEqual([8, 0])
  })

  it('of a boat that dropped one without giving it back pass on after the grace period', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    let silent = false
    const mute: EventStore = {
      ...store,
      append: async (...input) =>
        silent && input[0].startsWith('reservation') && input[1][0]?.type === 'NameReleased' && input[1].length === 1
          ? { kind: 'Unavailable', reason: 'test' }
          : store.append(...input),
    }
    const { tell, clock, holderOf } = harbour(mute)
    await tell(1, launch('Anna', 'A1'))
    silent = true
    expect(E.isRight(await tell(1, { type: 'Rename', name: 'Berta' }))).toBe(true)
    expect(await holderOf('boat', 'Anna')).toEqual(of(1))
    expect(E.isLeft(await tell(2, launch('Anna', 'A2')))).toBe(true)
    clock.advance(CREATION_GRACE_MS)
    expect(E.isRight(await tell(2, launch('Anna', 'A2')))).toBe(true)
    expect(await holderOf('boat', 'Anna')).toEqual(of(2))
  })

  it('are not given back where another server has taken them anew, and pass on after the grace period', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    const [here, there] = [harbour(store), harbour(store)]
    await here.tell(1, launch('Anna', 'A1'))
    await there.tell(1, { type: 'Rename', name: 'Berta' })
    await there.tell(1, { type: 'Rename', name: 'Anna' })
    expect(E.isRight(await here.tell(1, { type: 'Rename', name: 'Clara' }))).toBe(true)
    expect(await there.holderOf('boat', 'Anna')).toEqual(of(1))
    expect(E.isLeft(await there.tell(2, launch('Anna', 'A2')))).toBe(true)
    there.clock.advance(CREATION_GRACE_MS)
    expect(E.isRight(await there.tell(2, launch('Anna', 'A2')))).toBe(true)
  })

  it('are given back without asking for them by the server that took them', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    const asked: Array<string> = []
    const { tell, holderOf } = harbour({
      ...store,
      readStream: (stream, options) => {
        asked.push(stream)
        return store.readStream(stream, options)
      },
    })
    await tell(1, launch('Anna', 'A1'))
    await tell(1, { type: 'Scrap' })
    expect(asked).toEqual([])
    expect(await holderOf('boat', 'Anna')).toEqual(free)
  })

  it('are reserved before the work that leads to the command, and given back where it leads to none', async () => {
    const { repository, clock, holderOf, tell } = harbour()
    const wanted = [{ kind: 'boat', name: 'Anna', refusal: () => conflict('taken') }]
    const order: Array<string> = []
    const made = await repository.reserve(boat, 1, wanted, contextAt(clock), async (execute) => {
      order.push('work')
      expect(await holderOf('boat', 'Anna')).toEqual(of(1))
      expect(E.isLeft(await tell(2, launch('Anna', 'A2')))).toBe(true)
      return execute(launch('Anna', 'A1'), contextAt(clock))
    })
    expect(E.isRight(made)).toBe(true)
    const refused = await repository.reserve(boat, 3, wanted, contextAt(clock), async () => {
      order.push('never')
      return E.right(undefined)
    })
    expect([refused, order]).toEqual([E.left(conflict('taken')), ['work']])
    const other = [{ kind: 'boat', name: 'Dora' }]
    await repository.reserve(boat, 4, other, contextAt(clock), async () => E.left(notFound('Harbour')))
    expect(await holderOf('boat', 'Dora')).toEqual(free)
  })

  it('cost nothing where they do not change', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    const asked: Array<string> = []
    const watched: EventStore = {
      ...store,
      append: (...input) => {
        asked.push(`append ${input[0].split('-')[0]}`)
        return store.append(...input)
      },
      readStream: (...input) => {
        asked.push(`read ${input[0].split('-')[0]}`)
        return store.readStream(...input)
      },
    }
    const { tell } = harbour(watched)
    await tell(1, launch('Anna', 'A1'))
    asked.length = 0
    await tell(1, { type: 'Paint' })
    expect(asked).toEqual(['append boat'])
    asked.length = 0
    await tell(1, { type: 'Rename', name: 'Berta' })
    expect(asked.filter((one) => one.endsWith('reservation')).length).toBeGreaterThan(0)
  })

  it('are asked for side by side where one command adds two: two answers in a row', async () => {
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
    }
    const { tell } = harbour(watched)
    await tell(1, launch('Anna', 'A1'))
    asked.length = 0
    expect(E.isRight(await tell(1, { type: 'Transfer', name: 'Berta', berth: 'A2' }))).toBe(true)
    expect(asked.slice(0, 6)).toEqual(['reservation', 'reservation', 'answer', 'answer', 'boat', 'answer'])
  })

  it('are had by exactly one of those who race for both of them at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const store = makeMemoryEventStore(new MemoryHistory())
        const servers = [1, 2, 3].map((n) => harbour(withLatency(store, randomFrom(seed + n), 16)))
        await Promise.all(servers.map(({ tell }, n) => tell(n, launch(`Boat ${n}`, `B${n}`))))
        for (let round = 0; round < 6; round++) {
          const [name, berth] = [`round-${round}`, `R${round}`]
          const done = await Promise.all(servers.map(({ tell }, n) => tell(n, { type: 'Transfer', name, berth })))
          const winner = done.findIndex(E.isRight)
          expect(done.filter(E.isRight)).toHaveLength(1)
          expect([await servers[0]?.holderOf('boat', name), await servers[0]?.holderOf('berth', berth)]).toEqual([
            of(winner),
            of(winner),
          ])
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are given back by whoever waits for the first of them', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    const transfer: BoatCommand = { type: 'Transfer', name: 'Clara', berth: 'C1' }
    const winner = harbour(store)
    let won: ReturnType<typeof winner.tell> | undefined
    const loser = harbour(store, () => {
      won ??= winner.tell(1, transfer)
      return won
    })
    await winner.tell(1, launch('Anna', 'A1'))
    await winner.tell(2, launch('Berta', 'A2'))
    await winner.reservations.take({ kind: 'boat', name: 'Clara' }, streamOf(boat, 1), contextAt(winner.clock))
    expect(E.isLeft(await loser.tell(2, transfer))).toBe(true)
    expect(E.isRight(await (won ?? E.left(conflict())))).toBe(true)
    expect(await winner.holderOf('berth', 'C1')).toEqual(of(1))
  })

  it('are given back where the command leads to nothing, also beside other commands of its stream', async () => {
    const { clock, repository, holderOf, tell } = harbour()
    await tell(1, launch('Anna', 'A1'))
    const wanted = [{ kind: 'boat', name: 'Berta', refusal: () => conflict('berta') }]
    const [first, second, third] = await repository
      .reserve(boat, 1, wanted, contextAt(clock), async (execute) => {
        const paint = { type: 'Paint' } as const
        const all = [tell(1, paint), tell(1, paint), execute({ type: 'Rename', name: 'Anna' }, contextAt(clock))]
        return E.right(await Promise.all(all))
      })
      .then(E.getOrElseW(() => []))
    expect([first, second, third].map((one) => one !== undefined && E.isRight(one))).toEqual([true, true, true])
    expect(await holderOf('boat', 'Berta')).toEqual(free)
  })

  it('stay reserved where another server takes one up again before it was given back', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const slow: EventStore = {
      ...store,
      append: async (...input) => {
        if (input[1][0]?.type === 'NameReleased') await gate
        return store.append(...input)
      },
    }
    const [one, two] = [harbour(slow), harbour(store)]
    await one.tell(1, launch('Anna', 'A1'))
    const away = one.tell(1, { type: 'Rename', name: 'Berta' })
    while (!(await renamed(store))) await pause(1)
    expect(E.isRight(await two.tell(1, { type: 'Rename', name: 'Anna' }))).toBe(true)
    letGo()
    await away
    expect(await two.holderOf('boat', 'Anna')).toEqual(of(1))
    expect(E.isLeft(await two.tell(2, launch('Anna', 'A2')))).toBe(true)
  })

  it('are not given back by a command that failed where another server took them for the same boat', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    const [one, two] = [harbour(store), harbour(store)]
    await one.tell(1, launch('Anna', 'A1'))
    await one.tell(2, launch('Berta', 'A2'))
    const wanted = [{ kind: 'boat', name: 'Clara' }]
    await one.repository.reserve(boat, 1, wanted, contextAt(one.clock), async () => {
      expect(E.isRight(await two.tell(1, { type: 'Rename', name: 'Clara' }))).toBe(true)
      return E.left(notFound('Harbour'))
    })
    expect(await two.holderOf('boat', 'Clara')).toEqual(of(1))
  })

  it('are not given back by a command that failed where another server had taken them before', async () => {
    const store = makeMemoryEventStore(new MemoryHistory())
    const [one, two] = [harbour(store), harbour(store)]
    await one.tell(1, launch('Anna', 'A1'))
    const wanted = [{ kind: 'boat', name: 'Clara' }]
    await one.repository.reserve(boat, 1, wanted, contextAt(one.clock), (execute) =>
      two.repository.reserve(boat, 1, wanted, contextAt(two.clock), async () => {
        expect(E.isRight(await execute({ type: 'Rename', name: 'Clara' }, contextAt(one.clock)))).toBe(true)
        return E.left(notFound('Harbour'))
      }),
    )
    expect(await two.holderOf('boat', 'Clara')).toEqual(of(1))
  })

  it('are of aggregates that are listed, so that a holder can be asked', async () => {
    const { repository, clock } = harbour()
    const unlisted = { ...boat, category: 'ship' }
    await expect(repository.execute(unlisted, 1, launch('Anna', 'A1'), contextAt(clock))).rejects.toThrow('not listed')
  })

  it('are borne by one and reserved for it, whatever fails on the way', async () => {
    const name = fc.constantFrom('Anna', 'Berta', 'Clara')
    const berth = fc.constantFrom('A1', 'A2', 'A3')
    const commands: fc.Arbitrary<BoatCommand> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('Launch' as const), name, berth }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('Rename' as const), name }) },
      { weight: 2, arbitrary: fc.record({ type: fc.constant('Move' as const), berth }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('Transfer' as const), name, berth }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('Scrap' as const) }) },
    )
    await holdsDeclaredNamesLaw({ aggregate: boat, commands }, 200)
  })
})
