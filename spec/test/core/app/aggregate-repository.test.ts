import { setImmediate as turn } from 'node:timers/promises'
import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { MemoryHistory, makeMemoryEventStore, makeMemorySnapshots } from '@forgefold/adapters/memory'
import {
  type AggregateRepository,
  type CommandContext,
  makeAggregateRepository,
  STREAM_ABANDONED,
} from '@forgefold/core/app'
import {
  conflict,
  outcomeUnknown,
  type Position,
  refused,
  type StoredEvent,
  streamOf,
  systemActor,
  unavailable,
} from '@forgefold/core/kernel'
import type { EventStore, Snapshots } from '@forgefold/core/ports'
import { randomFrom, untilNothingIsLate, withFaults } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type AccountCommand, account } from './account.js'

const ids = makeIds()
const context = (): CommandContext => ({
  id: ids.commandId(),
  at: systemClock.now(),
  actor: systemActor('test'),
  correlationId: 'test',
})

interface Server {
  readonly repository: AggregateRepository
  readonly ask: (command: AccountCommand, id?: number) => ReturnType<typeof ask>
}

const ask = (repository: AggregateRepository, command: AccountCommand, id = 1) =>
  repository.execute(account, id, command, context())

const server = (
  store: EventStore,
  more: { readonly snapshots?: Snapshots; readonly visible?: boolean } = {},
): Server => {
  const { snapshots, visible = true } = more
  const repository = makeAggregateRepository({
    store,
    reached: async () => visible,
    pause: () => turn(),
    ...(snapshots === undefined ? {} : { snapshots }),
  })
  return { repository, ask: (command, id) => ask(repository, command, id) }
}

const historyOf = async (store: EventStore): Promise<ReadonlyArray<StoredEvent>> => {
  const read = await store.readStream(streamOf(account, 1), { limit: 100_000 })
  return read.kind === 'Read' ? read.events : []
}

describe('the command loop', () => {
  it('writes what was decided and tells the new state and its position', async () => {
    const { ask } = server(makeMemoryEventStore())
    expect(await ask({ type: 'Open' })).toEqual(
      E.right({ state: { open: true, balance: 0, entries: 1 }, revision: 0, position: 1 }),
    )
    expect(await ask({ type: 'Deposit', amount: 5 })).toMatchObject(E.right({ state: { balance: 5 }, position: 2 }))
    expect(await ask({ type: 'Open' })).toMatchObject(E.right({ revision: 1, position: undefined }))
    expect(await ask({ type: 'Withdraw', amount: 6 })).toEqual(E.left(refused('overdrawn')))
  })

  it('refuses only on what the store has now, not on what it remembers', async () => {
    const history = new MemoryHistory()
    const [one, two] = [server(makeMemoryEventStore(history)), server(makeMemoryEventStore(history))]
    await one.ask({ type: 'Open' })
    await two.ask({ type: 'Deposit', amount: 9 })
    expect(await one.ask({ type: 'Withdraw', amount: 9 })).toMatchObject(E.right({ state: { balance: 0 } }))
  })

  it('finds nothing to do only where the store says so', async () => {
    const history = new MemoryHistory()
    const [one, two] = [server(makeMemoryEventStore(history)), server(makeMemoryEventStore(history))]
    await one.ask({ type: 'Open' })
    await two.ask({ type: 'Close' })
    // The first server remembers an open account; it was closed elsewhere, so opening it is a change.
    expect(await one.ask({ type: 'Open' })).toMatchObject(E.right({ revision: 2, state: { open: true } }))
  })

  it('keeps the invariant and loses no command, whoever writes and whatever happens to the answers', async () => {
    const trouble = { lostAnswer: 0.15, lostAppend: 0.1, late: 0.1 }
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 3 }), async (seed, count) => {
        const history = new MemoryHistory()
        const reader = makeMemoryEventStore(history)
        const servers = Array.from({ length: count }, (_, index) =>
          server(withFaults(makeMemoryEventStore(history), randomFrom(seed + index), trouble)),
        )
        const opened = await servers[0]?.ask({ type: 'Open' })
        if (opened === undefined || E.isLeft(opened)) return
        const random = randomFrom(seed)
        const commands = Array.from({ length: 30 }, (): AccountCommand => {
          const amount = 1 + random.below(10)
          return random.chance(0.5) ? { type: 'Deposit', amount } : { type: 'Withdraw', amount }
        })
        const results = await Promise.all(
          commands.map(async (command, index) => {
            if (index % 3 === 0) await turn()
            return { command, result: await (servers[index % count] as Server).ask(command) }
          }),
        )
        await untilNothingIsLate()
        let balance = 0
        for (const { type, data } of await historyOf(reader)) {
          const { amount = 0 } = data as { amount?: number }
          balance += type === 'Deposited' ? amount : -amount
          expect(balance).toBeGreaterThanOrEqual(0)
        }
        const events = (await historyOf(reader)).map(({ id }) => id)
        expect(new Set(events).size).toBe(events.length)
        const done = results.filter(({ result }) => E.isRight(result)).length
        const unknown = results.filter(({ result }) => E.isLeft(result) && result.left.kind === 'Unavailable').length
        expect(events.length - 1).toBeGreaterThanOrEqual(done)
        expect(events.length - 1).toBeLessThanOrEqual(done + unknown)
      }),
      { numRuns: 60 },
    )
  })

  it('tells the position also where an earlier try had written', async () => {
    const store = makeMemoryEventStore()
    let first = true
    const losesFirst: EventStore = {
      ...store,
      append: async (...input) => {
        const outcome = await store.append(...input)
        if (!first) return outcome.kind === 'AlreadyAppended' ? { ...outcome, position: undefined } : outcome
        first = false
        return { kind: 'OutcomeUnknown', reason: 'lost' }
      },
    }
    expect(await server(losesFirst).ask({ type: 'Open' })).toMatchObject(E.right({ revision: 0, position: 1 }))
    expect(await historyOf(store)).toHaveLength(1)
  })

  it('gives up on a store that stays silent or away, and says so', async () => {
    const store = makeMemoryEventStore()
    const silent: EventStore = { ...store, append: async () => ({ kind: 'OutcomeUnknown', reason: 'silence' }) }
    expect(await server(silent).ask({ type: 'Open' })).toEqual(E.left(outcomeUnknown('silence')))
    const away: EventStore = { ...store, append: async () => ({ kind: 'Unavailable', reason: 'away' }) }
    expect(await server(away).ask({ type: 'Open' })).toEqual(E.left(unavailable('away')))
    const contended: EventStore = { ...store, append: async () => ({ kind: 'Conflict', head: undefined }) }
    expect(await server(contended).ask({ type: 'Open' })).toEqual(E.left(conflict()))
    expect(
      await server({ ...store, append: async () => ({ kind: 'TooLarge', limit: 1 }) }).ask({ type: 'Open' }),
    ).toEqual(E.left({ kind: 'TooLarge' }))
  })

  it('says that a write is stored where the read model does not show it in time', async () => {
    const store = makeMemoryEventStore()
    const result = await server(store, { visible: false }).ask({ type: 'Open' })
    expect(result).toMatchObject(E.left({ kind: 'Unavailable', position: 1 as Position }))
    expect(await historyOf(store)).toHaveLength(1)
  })

  it('takes commands on one stream in turn and those on others meanwhile', async () => {
    const store = makeMemoryEventStore()
    let conflicts = 0
    const counting: EventStore = {
      ...store,
      append: async (...input) => {
        await turn()
        const outcome = await store.append(...input)
        if (outcome.kind === 'Conflict') conflicts++
        return outcome
      },
    }
    const { ask } = server(counting)
    await Promise.all([ask({ type: 'Open' }), ask({ type: 'Open' }, 2)])
    const results = await Promise.all(Array.from({ length: 20 }, () => ask({ type: 'Deposit', amount: 1 })))
    expect(results.map((result) => E.isRight(result) && result.right.state.balance)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(conflicts).toBe(0)
  })

  it('lets a defect through to its caller and goes on with the next command', async () => {
    const store = makeMemoryEventStore()
    const { repository, ask } = server(store)
    const broken = {
      ...account,
      decide: () => {
        throw new TypeError('a defect')
      },
    }
    const failing = repository.execute(broken, 1, { type: 'Open' }, context())
    const next = ask({ type: 'Open' })
    await expect(failing).rejects.toThrow('a defect')
    expect(E.isRight(await next)).toBe(true)
  })

  it('refuses to begin a stream that was abandoned', async () => {
    const store = makeMemoryEventStore()
    const { id, ...metadata } = context()
    await store.append(
      streamOf(account, 1),
      [{ id: id as never, type: STREAM_ABANDONED, version: 1, data: {}, metadata }],
      'noStream',
    )
    expect(await server(store).ask({ type: 'Open' })).toEqual(E.left(conflict()))
    expect(await historyOf(store)).toHaveLength(1)
  })

  it('says where an event cannot be read instead of guessing', async () => {
    const store = makeMemoryEventStore()
    const { id, ...metadata } = context()
    const odd = { id: id as never, type: 'Deposited', version: 1, data: { amount: 'much' }, metadata }
    await store.append(streamOf(account, 1), [odd], 'noStream')
    expect(await server(store).ask({ type: 'Open' })).toEqual(E.left(unavailable('undecodable event at position 1')))
  })
})

describe('snapshots', () => {
  const counted = (store: EventStore): { readonly store: EventStore; readonly read: () => number } => {
    let read = 0
    return {
      read: () => read,
      store: {
        ...store,
        readStream: async (...input) => {
          const answer = await store.readStream(...input)
          if (answer.kind === 'Read') read += answer.events.length
          return answer
        },
      },
    }
  }

  it('are taken while a stream grows and spare its reading in the next life', async () => {
    const history = new MemoryHistory()
    const snapshots = makeMemorySnapshots()
    const first = server(makeMemoryEventStore(history), { snapshots })
    await first.ask({ type: 'Open' })
    for (let n = 0; n < 1100; n++) await first.ask({ type: 'Deposit', amount: 1 })
    const { store, read } = counted(makeMemoryEventStore(history))
    const second = server(store, { snapshots })
    const loaded = await second.repository.load(account, 1)
    expect(loaded).toEqual(E.right({ state: { open: true, balance: 1100, entries: 1101 }, revision: 1100 }))
    expect(read()).toBeLessThan(500)
  })

  it('of another version, damaged or unreachable are passed over', async () => {
    const history = new MemoryHistory()
    const { ask } = server(makeMemoryEventStore(history))
    await ask({ type: 'Open' })
    await ask({ type: 'Deposit', amount: 3 })
    const failing = {
      load: () => Promise.reject(new Error('no disk')),
      save: () => Promise.reject(new Error('no disk')),
    }
    const saved = async (stateVersion: number, state: unknown): Promise<Snapshots> => {
      const snapshots = makeMemorySnapshots()
      await snapshots.save(streamOf(account, 1), { stateVersion, revision: 1 as never, state })
      return snapshots
    }
    const state = { open: true, balance: 99, entries: 2 }
    for (const snapshots of [failing, await saved(2, state), await saved(1, { open: 'yes' })]) {
      const { repository } = server(makeMemoryEventStore(history), { snapshots })
      expect(await repository.load(account, 1)).toMatchObject(E.right({ state: { balance: 3 } }))
    }
    const good = server(makeMemoryEventStore(history), { snapshots: await saved(1, state) })
    expect(await good.repository.load(account, 1)).toMatchObject(E.right({ state: { balance: 99 } }))
  })
})
