import { setImmediate as turn } from 'node:timers/promises'
import { type MovableClock, makeMovableClock } from '@forgefold/adapters/clock'
import { makeIds, makeInstanceKey, makeSecrets } from '@forgefold/adapters/crypto'
import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import {
  type AggregateRepository,
  type CommandContext,
  CREATION_GRACE_MS,
  makeAggregateRepository,
  makeReservations,
  type Reservations,
} from '@forgefold/core/app'
import { conflict, type Instant, type StreamName, streamOf, systemActor } from '@forgefold/core/kernel'
import { randomFrom, type StoreFaults, untilNothingIsLate, withFaults } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { account } from './account.js'

const ids = makeIds()
const secrets = makeSecrets(makeInstanceKey())
const start = '2022-04-11T03:02:32.123Z' as Instant

interface Server {
  readonly reservations: Reservations
  readonly repository: AggregateRepository
}

const server = (history: MemoryHistory, seed = 0, trouble: StoreFaults = {}): Server => {
  const store = withFaults(makeMemoryEventStore(history), randomFrom(seed), trouble)
  const repository = makeAggregateRepository({ store, reached: async () => true, pause: () => turn() })
  return { repository, reservations: makeReservations(store, repository, secrets, ids) }
}

const contextAt = (clock: MovableClock): CommandContext => ({
  id: ids.commandId(),
  at: clock.now(),
  actor: systemActor('test'),
  correlationId: 'test',
})

const name = { kind: 'username', name: 'ann' }
const holder = (id: number): StreamName => streamOf(account, id)

describe('a reservation', () => {
  it('is lost by a holder that lives but does not go by it any more, and not before the grace is over', async () => {
    const clock = makeMovableClock(start)
    const { reservations, repository } = server(new MemoryHistory())
    await repository.execute(account, 1, { type: 'Open' }, contextAt(clock))
    await repository.execute(account, 2, { type: 'Open' }, contextAt(clock))
    await reservations.take(name, holder(1), contextAt(clock))
    const bears = async () => true
    const bearsNot = async () => false
    expect(await reservations.take(name, holder(2), contextAt(clock), bearsNot)).toEqual(E.left(conflict()))
    clock.advance(CREATION_GRACE_MS)
    expect(await reservations.take(name, holder(2), contextAt(clock), bears)).toEqual(E.left(conflict()))
    expect(await reservations.take(name, holder(2), contextAt(clock), bearsNot)).toEqual(E.right(undefined))
    expect(await reservations.holder(name)).toEqual(E.right(holder(2)))
  })

  it('is one holder’s until it is released, and may be taken twice by the same', async () => {
    const clock = makeMovableClock(start)
    const { reservations, repository } = server(new MemoryHistory())
    await repository.execute(account, 1, { type: 'Open' }, contextAt(clock))
    expect(await reservations.take(name, holder(1), contextAt(clock))).toEqual(E.right(undefined))
    expect(await reservations.take(name, holder(1), contextAt(clock))).toEqual(E.right(undefined))
    clock.advance(CREATION_GRACE_MS * 2)
    expect(await reservations.take(name, holder(2), contextAt(clock))).toEqual(E.left(conflict()))
    expect(await reservations.take({ ...name, kind: 'email' }, holder(2), contextAt(clock))).toEqual(E.right(undefined))
    await reservations.release(name, holder(2), contextAt(clock))
    expect(await reservations.holder(name)).toEqual(E.right(holder(1)))
    await reservations.release(name, holder(1), contextAt(clock))
    expect(await reservations.holder(name)).toEqual(E.right(undefined))
    expect(await reservations.take(name, holder(2), contextAt(clock))).toEqual(E.right(undefined))
  })

  it('that was taken early ends once its stream claims the name itself: then it is not passed on any more', async () => {
    const clock = makeMovableClock(start)
    const { reservations } = server(new MemoryHistory())
    const here = async () => ({ existence: 'exists', stillHoldsName: true }) as const
    const early = await reservations.takeIfFree(name, holder(1), contextAt(clock))
    expect(early).toEqual(E.right(1))
    expect(await reservations.takeIfFree(name, holder(1), contextAt(clock))).toEqual(E.right(undefined))
    expect(await reservations.claim(name, holder(1), contextAt(clock), here)).toEqual(
      E.right({ kind: 'held', fencingToken: 2, firstToken: 1 }),
    )
    const from = { stream: holder(1), fencingToken: 1 }
    expect(await reservations.transfer(name, from, holder(2), contextAt(clock))).toEqual(E.right(undefined))
    expect(await reservations.holder(name)).toEqual(E.right(holder(1)))
  })

  it('that was taken early is passed on to the stream that it was meant for, and only once', async () => {
    const clock = makeMovableClock(start)
    const { reservations } = server(new MemoryHistory())
    await reservations.takeIfFree(name, holder(1), contextAt(clock))
    const from = { stream: holder(1), fencingToken: 1 }
    expect(await reservations.transfer(name, from, holder(2), contextAt(clock))).toEqual(E.right(2))
    expect(await reservations.transfer(name, from, holder(2), contextAt(clock))).toEqual(E.right(undefined))
    expect(await reservations.holder(name)).toEqual(E.right(holder(2)))
  })

  it('puts no name into the history', async () => {
    const history = new MemoryHistory()
    const clock = makeMovableClock(start)
    await server(history).reservations.take({ kind: 'username', name: 'very-private' }, holder(1), contextAt(clock))
    expect(JSON.stringify(history.page({}))).not.toContain('very-private')
  })

  it('of a holder that never came to exist passes on after the grace period, and the late holder is refused', async () => {
    const clock = makeMovableClock(start)
    const { reservations, repository } = server(new MemoryHistory())
    await reservations.take(name, holder(1), contextAt(clock))
    clock.advance(CREATION_GRACE_MS - 1)
    expect(await reservations.take(name, holder(2), contextAt(clock))).toEqual(E.left(conflict()))
    clock.advance(1)
    expect(await reservations.take(name, holder(2), contextAt(clock))).toEqual(E.right(undefined))
    expect(await reservations.holder(name)).toEqual(E.right(holder(2)))
    expect(await repository.execute(account, 1, { type: 'Open' }, contextAt(clock))).toEqual(E.left(conflict()))
    expect(E.isRight(await repository.execute(account, 2, { type: 'Open' }, contextAt(clock)))).toBe(true)
  })

  it('passes at once where its holder was already given up', async () => {
    const clock = makeMovableClock(start)
    const { reservations } = server(new MemoryHistory())
    const other = { kind: 'email', name: 'ann@example.com' }
    await reservations.take(name, holder(1), contextAt(clock))
    clock.advance(CREATION_GRACE_MS)
    await reservations.take(other, holder(1), contextAt(clock))
    await reservations.take(name, holder(2), contextAt(clock))
    expect(await reservations.take(other, holder(3), contextAt(clock))).toEqual(E.right(undefined))
  })

  it('seen as free elsewhere is taken from what the store says, not from memory', async () => {
    const history = new MemoryHistory()
    const clock = makeMovableClock(start)
    const [one, two] = [server(history), server(history)]
    await one.reservations.take(name, holder(1), contextAt(clock))
    clock.advance(CREATION_GRACE_MS)
    await two.reservations.take(name, holder(2), contextAt(clock))
    // The first server still remembers itself as the holder.
    expect(await one.reservations.take(name, holder(1), contextAt(clock))).toEqual(E.left(conflict()))
  })

  it('never has two living holders, whoever asks and whatever the store does to the answers', async () => {
    const trouble = { lostAnswer: 0.15, lostAppend: 0.1, late: 0.05, unavailable: 0.03 }
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, expired) => {
        const history = new MemoryHistory()
        const clock = makeMovableClock(start)
        const servers = [1, 2, 3].map((index) => server(history, seed + index, trouble))
        if (expired) {
          await server(history).reservations.take(name, holder(99), contextAt(clock))
          clock.advance(CREATION_GRACE_MS)
        }
        const winners = await Promise.all(
          Array.from({ length: 9 }, async (_, id) => {
            const { reservations, repository } = servers[id % 3] as Server
            const taken = await reservations.take(name, holder(id), contextAt(clock))
            if (E.isLeft(taken)) return undefined
            const begun = await repository.execute(account, id, { type: 'Open' }, contextAt(clock))
            return E.isRight(begun) ? id : undefined
          }),
        )
        await untilNothingIsLate()
        const living = winners.filter((id) => id !== undefined)
        expect(living.length).toBeLessThanOrEqual(1)
        const held = await server(history).reservations.holder(name)
        for (const id of living) expect(held).toEqual(E.right(holder(id)))
      }),
      { numRuns: 60 },
    )
  })
})
