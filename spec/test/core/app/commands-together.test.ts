import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type AggregateRepository, type CommandContext, makeAggregateRepository } from '@forgefold/core/app'
import { type fold, refused, type StoredEvent, streamOf, systemActor } from '@forgefold/core/kernel'
import type { AppendOutcome, EventStore } from '@forgefold/core/ports'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { randomFrom, untilNothingIsLate, withFaults, withLatency } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type AccountCommand, type AccountEvent, account } from './account.js'

const ids = makeIds()
const newContext = (): CommandContext => {
  const id = ids.commandId()
  return { id, at: systemClock.now(), actor: systemActor('test'), correlationId: id }
}

const over = (store: EventStore): AggregateRepository =>
  makeAggregateRepository({ store, reached: async () => true, pause: () => turn() })

const historyOf = async (store: EventStore, id: number): Promise<ReadonlyArray<StoredEvent>> => {
  const read = await store.readStream(streamOf(account, id), { limit: 10_000 })
  return read.kind === 'Read' ? read.events : []
}

const amount = fc.integer({ min: 1, max: 5 })
const commands: fc.Arbitrary<AccountCommand> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('Deposit' as const), amount }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('Withdraw' as const), amount }) },
  { weight: 1, arbitrary: fc.constantFrom<AccountCommand>({ type: 'Open' }, { type: 'Close' }) },
)

interface Call {
  readonly turns: number
  readonly command: AccountCommand
}

const calls = fc.array(fc.record({ turns: fc.nat(6), command: commands }), { minLength: 2, maxLength: 40 })

/** Where histories are kept: `connect` opens one more server's store. */
interface Place {
  readonly connect: () => Promise<EventStore>
  readonly remove: () => Promise<void>
}

const places: ReadonlyArray<{ readonly name: string; readonly runs: number; readonly open: () => Promise<Place> }> = [
  {
    name: 'memory',
    runs: 100,
    open: async () => {
      const history = new MemoryHistory()
      return { connect: async () => makeMemoryEventStore(history), remove: async () => undefined }
    },
  },
  {
    name: 'SQLite',
    runs: 20,
    open: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'forgefold-together-'))
      return {
        connect: async () => openSqliteEventStore({ path: join(folder, 'events.sqlite') }),
        remove: () => rm(folder, { recursive: true, force: true }),
      }
    },
  },
  {
    name: 'EventStoreDB',
    runs: 10,
    open: async () => {
      const double = await startEventStoreDbDouble()
      return {
        connect: async () => openEventStoreDb({ connectionString: double.connectionString }),
        remove: () => double.stop(),
      }
    },
  },
]

const within = async (
  open: () => Promise<Place>,
  servers: number,
  work: (stores: ReadonlyArray<EventStore>) => Promise<void>,
): Promise<void> => {
  const place = await open()
  const stores = await Promise.all(Array.from({ length: servers }, () => place.connect()))
  try {
    await work(stores)
  } finally {
    await Promise.all(stores.map((store) => store.close()))
    await place.remove()
  }
}

type Result = Awaited<ReturnType<AggregateRepository['execute']>>

/** A result without its position, which tells how far the read model has to be. */
const told = (result: Result) => (E.isLeft(result) ? result : E.right({ ...result.right, position: undefined }))

const plain = (events: ReadonlyArray<StoredEvent>) =>
  events.map(({ id, type, data, metadata, revision }) => ({ id, type, data, metadata, revision }))

/** Gives commands to a repository, each after some turns of the loop; tells them in the order in which they came. */
const giveAll = async (
  repositories: ReadonlyArray<AggregateRepository>,
  id: number,
  given: ReadonlyArray<Call>,
  heads: () => number = () => 0,
) => {
  const asked: Array<{ command: AccountCommand; context: CommandContext; from: number; to: number; result: Result }> =
    []
  await Promise.all(
    given.map(async ({ turns, command }, index) => {
      for (let left = turns; left > 0; left--) await turn()
      const context = newContext()
      const call = { command, context, from: heads(), to: 0, result: E.right(undefined) as never as Result }
      asked.push(call)
      const repository = repositories[index % repositories.length] as AggregateRepository
      call.result = await repository.execute(account, id, command, context)
      call.to = heads()
    }),
  )
  return asked
}

/** Whether the history, replayed, could have been written by these commands one after the other. */
const replayed = (
  events: ReadonlyArray<StoredEvent>,
): ReadonlyArray<ReturnType<typeof fold<AccountEvent, unknown>>> => {
  let state = account.initial
  const states = [state]
  for (const { type, data } of events) {
    state = account.evolve(state, { type, data } as AccountEvent)
    expect(state.balance).toBeGreaterThanOrEqual(0)
    states.push(state)
  }
  return states
}

describe.each(places)('commands that wait for one stream on $name', ({ runs, open }) => {
  it('write the same events and get the same answers as one after the other', async () => {
    await within(open, 1, async ([store]) => {
      let id = 0
      await fc.assert(
        fc.asyncProperty(calls, fc.nat(), async (given, seed) => {
          id++
          const asked = await giveAll([over(withLatency(store as EventStore, randomFrom(seed)))], id, given)
          const alone = makeMemoryEventStore()
          const one = over(alone)
          for (const { command, context, result } of asked)
            expect(told(result)).toEqual(told(await one.execute(account, id, command, context)))
          expect(plain(await historyOf(store as EventStore, id))).toEqual(plain(await historyOf(alone, id)))
        }),
        { numRuns: runs },
      )
    })
  })

  it('are written once each or not at all by several servers, whatever happens to the answers', async () => {
    const trouble = { lostAnswer: 0.1, lostAppend: 0.1, late: 0.05, unavailable: 0.1 }
    await within(open, 3, async (stores) => {
      let id = 0
      await fc.assert(
        fc.asyncProperty(calls, fc.nat(), async (given, seed) => {
          id++
          const troubled = stores.map((store, index) => over(withFaults(store, randomFrom(seed + index), trouble)))
          const asked = await giveAll(troubled, id, [{ turns: 0, command: { type: 'Open' } }, ...given])
          await untilNothingIsLate()
          const events = await historyOf(stores[0] as EventStore, id)
          replayed(events)
          for (const { context, result } of asked) {
            const written = events.filter((event) => event.metadata.correlationId === context.id).length
            if (E.isRight(result)) expect(written).toBe(result.right.position === undefined ? 0 : 1)
            else if (result.left.kind === 'Unavailable') expect(written).toBeLessThanOrEqual(1)
            else expect(written).toBe(0)
          }
        }),
        { numRuns: runs },
      )
    })
  })
})

describe('a refusal of a command that waited', () => {
  it('was true of the stored history at some moment while its caller waited', async () => {
    const trouble = { lostAppend: 0.2, unavailable: 0.2 }
    await fc.assert(
      fc.asyncProperty(calls, fc.nat(), async (given, seed) => {
        const history = new MemoryHistory()
        const reader = makeMemoryEventStore(history)
        let head = 0
        const counted = (store: EventStore): EventStore => ({
          ...store,
          append: async (...input) => {
            const outcome = await store.append(...input)
            if (outcome.kind === 'Appended') head = Math.max(head, outcome.revision + 1)
            return outcome
          },
        })
        const servers = [0, 1].map((index) =>
          over(withFaults(counted(makeMemoryEventStore(history)), randomFrom(seed + index), trouble)),
        )
        const asked = await giveAll(servers, 1, [{ turns: 0, command: { type: 'Open' } }, ...given], () => head)
        const states = replayed(await historyOf(reader, 1))
        for (const { command, from, to, result } of asked) {
          const refusal = E.isLeft(result) && result.left.kind === 'Refused'
          const idle = E.isRight(result) && result.right.position === undefined
          if (!refusal && !idle) continue
          const decisions = states.slice(from, to + 1).map((state) => account.decide(command)(state as never))
          expect(
            decisions.some((decided) =>
              refusal ? E.isLeft(decided) : E.isRight(decided) && decided.right.length === 0,
            ),
          ).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})

/** A store whose answers to further appends can be held back, and whose outcomes can be replaced. */
const gated = (store: EventStore) => {
  let open: Promise<void> = Promise.resolve()
  let replace: (events: number) => AppendOutcome | undefined = () => undefined
  const appends: Array<number> = []
  return {
    appends,
    hold: (): (() => void) => {
      let release: () => void = () => undefined
      open = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    answer: (instead: typeof replace): void => {
      replace = instead
    },
    store: {
      ...store,
      append: async (...input: Parameters<EventStore['append']>) => {
        const opened = open
        appends.push(input[1].length)
        const outcome = replace(input[1].length) ?? (await store.append(...input))
        await opened
        return outcome
      },
    },
  }
}

const deposit = (amount: number): AccountCommand => ({ type: 'Deposit', amount })
const withdraw = (amount: number): AccountCommand => ({ type: 'Withdraw', amount })

describe('what arrives while a stream is being written', () => {
  const held = async () => {
    const history = new MemoryHistory()
    const gate = gated(makeMemoryEventStore(history))
    const repository = over(gate.store)
    const ask = (command: AccountCommand, context = newContext()) => repository.execute(account, 1, command, context)
    await ask({ type: 'Open' })
    return { history, gate, ask }
  }

  it('is written in one append', async () => {
    const { gate, ask } = await held()
    const all = Array.from({ length: 20 }, () => ask(deposit(1)))
    expect((await Promise.all(all)).map((result) => E.isRight(result) && result.right.state.balance)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(gate.appends).toEqual([1, 20])
  })

  it('is answered only when it is stored', async () => {
    const { gate, ask } = await held()
    const releaseFirst = gate.hold()
    const first = ask(deposit(1))
    await pause(1)
    let answered = 0
    const others = [deposit(1), withdraw(9), withdraw(1)].map(async (command) => {
      await ask(command)
      answered++
    })
    await pause(1)
    const release = gate.hold()
    releaseFirst()
    await first
    await pause(5)
    expect([gate.appends, answered]).toEqual([[1, 1, 2], 0])
    release()
    await Promise.all(others)
  })

  it('is refused with the append where that fails; what was refused because of it is decided again', async () => {
    const { gate, ask } = await held()
    let failures = 0
    gate.answer((events) => (events > 1 && failures++ === 0 ? { kind: 'Unavailable', reason: 'away' } : undefined))
    await ask(deposit(1))
    const others = [deposit(2), { type: 'Close' } as const, deposit(4), withdraw(2)].map((command) => ask(command))
    const [second, close, fourth, last] = await Promise.all(others)
    expect([second, close].map((result) => result !== undefined && E.isLeft(result) && result.left.kind)).toEqual([
      'Unavailable',
      'Unavailable',
    ])
    expect(fourth).toMatchObject(E.right({ state: { open: true, balance: 5 } }))
    expect(last).toMatchObject(E.right({ state: { balance: 3 } }))
  })

  it('is decided again where another server was first', async () => {
    const { history, gate, ask } = await held()
    await ask(deposit(3))
    const release = gate.hold()
    const first = ask(deposit(1))
    await pause(1)
    const others = [withdraw(4), withdraw(4), deposit(1)].map((command) => ask(command))
    await pause(1)
    await over(makeMemoryEventStore(history)).execute(account, 1, withdraw(4), newContext())
    release()
    expect(await first).toMatchObject(E.right({ state: { balance: 4 } }))
    expect(await Promise.all(others)).toMatchObject([
      E.left(refused('overdrawn')),
      E.left(refused('overdrawn')),
      E.right({ state: { balance: 1 } }),
    ])
  })

  it('is not written again where an earlier attempt of a command was', async () => {
    const { history, gate, ask } = await held()
    const same = newContext()
    const release = gate.hold()
    const first = ask(deposit(1))
    await pause(1)
    const others = [ask(deposit(2), same), ask(deposit(4))]
    await pause(1)
    await over(makeMemoryEventStore(history)).execute(account, 1, deposit(2), same)
    release()
    await first
    expect(await Promise.all(others)).toMatchObject([
      E.right({ state: { balance: 3 }, repeated: true }),
      E.right({ state: { balance: 7 } }),
    ])
  })

  it('is written in smaller parts where it is too much for one append', async () => {
    const { gate, ask } = await held()
    gate.answer((events) => (events > 3 ? { kind: 'TooLarge', limit: 3 } : undefined))
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(deposit(1))))
    expect(all.map((result) => E.isRight(result) && result.right.state.balance)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  it('is not written for a caller who no longer waits', async () => {
    const { gate, ask } = await held()
    const results = await Promise.all([
      ask(deposit(1)),
      ask(deposit(2), { ...newContext(), isOver: () => true }),
      ask(deposit(4)),
    ])
    expect(results[1]).toMatchObject(E.left({ kind: 'Unavailable' }))
    expect(results[2]).toMatchObject(E.right({ state: { balance: 5 } }))
    expect(gate.appends).toEqual([1, 2])
  })
})
