import { makeMovableClock } from '@forgefold/adapters/clock'
import { makeIds, makeInstanceKey, makeSecrets } from '@forgefold/adapters/crypto'
import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import {
  type AggregateRepository,
  CREATION_GRACE_MS,
  declarationOf,
  makeAggregateRepository,
  makeReservations,
  type Reservations,
} from '@forgefold/core/app'
import {
  type Aggregate,
  type DeclaredName,
  type DomainEvent,
  fold,
  type Instant,
  nameKey,
  type StreamName,
  streamOf,
  systemActor,
} from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { type Random, randomFrom } from '../laws/random.js'
import { type Trouble, troubled } from './troubled-store.js'

/** An aggregate that declares names, with commands that contend for few of them. */
export interface NamedAggregate<C, Ev extends DomainEvent, S> {
  readonly aggregate: Aggregate<C, Ev, S>
  readonly commands: fc.Arbitrary<C>
}

const START = '2022-04-11T03:02:32.123Z' as Instant
const TROUBLE: Trouble = { lostAnswer: 0.08, lostAppend: 0.05, late: 0.04, unavailable: 0.03 }
const SERVERS = 3
/** Streams that the commands go to, and one that comes when all is over. */
const STREAMS = [1, 2, 3, 4]
const NEWCOMER = 1000

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
const open = (_: string, sealed: string): string => sealed

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A store at a distance: each question takes some turns of the loop to arrive, and so does its answer. */
const distant = (store: EventStore, random: Random): EventStore => {
  const travel = async (): Promise<void> => {
    for (let turns = random.below(4); turns > 0; turns--) await turn()
  }
  return {
    ...store,
    append: async (...input) => {
      await travel()
      const outcome = await store.append(...input)
      await travel()
      return outcome
    },
    readStream: async (...input) => {
      await travel()
      const read = await store.readStream(...input)
      await travel()
      return read
    },
  }
}

/** A store of a process that dies before its n-th append: from then on it never answers. */
const dying = (store: EventStore, appends: number): { readonly store: EventStore; readonly dead: Promise<'dead'> } => {
  let left = appends
  let die: (dead: 'dead') => void = () => undefined
  const dead = new Promise<'dead'>((resolve) => {
    die = resolve
  })
  const forever = new Promise<never>(() => undefined)
  return {
    dead,
    store: {
      ...store,
      append: (...input) => {
        left--
        if (left >= 0) return store.append(...input)
        die('dead')
        return forever
      },
    },
  }
}

interface Step<C> {
  readonly server: number
  readonly id: number
  readonly command: C
  /** The process of the command dies before so many appends. */
  readonly dies: number | undefined
}

interface World {
  readonly repository: AggregateRepository
  readonly reservations: Reservations
}

const secrets = makeSecrets(makeInstanceKey())
const ids = makeIds()

/**
 * Holds an aggregate to the law of declared names: whatever several servers do to its streams while appends fail, answers are lost and
 * processes die, no two states that live bear one name, every name that a state bears is reserved for it, and after the grace period
 * every other name can be had.
 */
export const holdsDeclaredNamesLaw = async <C, Ev extends DomainEvent, S>(
  { aggregate, commands }: NamedAggregate<C, Ev, S>,
  runs: number,
): Promise<void> => {
  const { names } = aggregate
  if (names === undefined) throw new Error(`${aggregate.category} declares no names`)

  const processOn = (store: EventStore): World => {
    const repository = makeAggregateRepository({
      store,
      reached: async () => true,
      pause: () => later(0),
      names: { secrets, ids, personalData: { open }, declarations: [declarationOf(aggregate)] },
    })
    return { repository, reservations: makeReservations(store, repository, secrets, ids) }
  }

  const step: fc.Arbitrary<Step<C>> = fc.record({
    server: fc.nat(SERVERS - 1),
    id: fc.constantFrom(...STREAMS),
    command: commands,
    dies: fc.option(fc.nat(4), { nil: undefined, freq: 6 }),
  })
  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.boolean(), batches, async (seed, calm, plan) => {
      const history = new MemoryHistory()
      const clock = makeMovableClock(START)
      const context = () => ({
        id: ids.commandId(),
        at: clock.now(),
        actor: systemActor('law'),
        correlationId: 'law',
      })
      const plain = makeMemoryEventStore(history)
      const servers = Array.from({ length: SERVERS }, (_, index) =>
        processOn(distant(troubled(plain, randomFrom(seed + index), calm ? {} : TROUBLE), randomFrom(seed - index))),
      )
      const carryOut = async ({ server, id, command, dies }: Step<C>): Promise<void> => {
        if (dies === undefined) {
          await servers[server]?.repository.execute(aggregate, id, command, context())
          return
        }
        const process = dying(distant(plain, randomFrom(seed + id)), dies)
        await Promise.race([
          processOn(process.store).repository.execute(aggregate, id, command, context()),
          process.dead,
        ])
      }
      for (const batch of plan) {
        await Promise.all(batch.map(carryOut))
        // What was given up for lost arrives within the grace period.
        await later(6)
        clock.advance(CREATION_GRACE_MS / 4)
      }
      const quiet = processOn(plain)
      const borne = new Map<string, StreamName>()
      const known = new Map<string, DeclaredName>()
      for (const id of STREAMS) {
        const stream = streamOf(aggregate, id)
        const facts = { id: String(id), open }
        const read = await plain.readStream(stream, { limit: 1000 })
        const events = read.kind === 'Read' ? read.events.map((one) => aggregate.events.decode(one)) : []
        const decoded = events.flatMap((one) => (E.isRight(one) ? [one.right] : []))
        for (let count = 1; count <= decoded.length; count++)
          for (const name of names(fold(aggregate, decoded.slice(0, count)), facts)) known.set(nameKey(name), name)
        for (const name of names(fold(aggregate, decoded), facts)) {
          const other = borne.get(nameKey(name))
          if (other !== undefined) throw new Error(`${stream} and ${other} bear one name`)
          borne.set(nameKey(name), stream)
          const holder = await quiet.reservations.holder(name)
          if (E.isLeft(holder) || holder.right !== stream) throw new Error(`${stream} bears a name not reserved for it`)
        }
      }
      clock.advance(CREATION_GRACE_MS)
      for (const [key, name] of known) {
        const had = await quiet.repository.reserve(aggregate, NEWCOMER, [name], context(), async () => E.right('had'))
        if (E.isRight(had) === borne.has(key))
          throw new Error(borne.has(key) ? 'a name is given to two' : 'a name that nobody bears cannot be had')
      }
    }),
    { numRuns: runs },
  )
}
