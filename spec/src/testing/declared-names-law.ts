import { makeMovableClock } from '@forgefold/adapters/clock'
import { makeIds, makeInstanceKey, makeSecrets } from '@forgefold/adapters/crypto'
import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import {
  type AggregateRepository,
  type CommandContext,
  CREATION_GRACE_MS,
  createStream,
  declarationOf,
  makeAggregateRepository,
  makeNumbers,
  makeReservations,
  type Reservations,
} from '@forgefold/core/app'
import {
  type Aggregate,
  type Category,
  type DeclaredName,
  type DomainEvent,
  fold,
  type Instant,
  idOf,
  nameKey,
  type StreamName,
  systemActor,
} from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { randomFrom } from '../laws/random.js'
import {
  type StoreFaults,
  turnsOfLoop,
  untilNothingIsLate,
  withCrash,
  withFaults,
  withLatency,
} from './faulty-store.js'

/** An aggregate that declares names, with commands that contend for few of them. */
export interface NamedAggregate<C, Ev extends DomainEvent, S> {
  readonly aggregate: Aggregate<C, Ev, S>
  readonly commands: fc.Arbitrary<C>
}

const START = '2022-04-11T03:02:32.123Z' as Instant
const TROUBLE: StoreFaults = { lostAnswer: 0.08, lostAppend: 0.05, late: 0.04, unavailable: 0.03 }
const SERVERS = 3
/** Streams that commands go to and may begin; the first ones that are created under a number; one that comes when all is over. */
const STREAMS = [101, 102, 103, 104]
const CREATED = [1, 2, 3]
const NEWCOMER = 1000
const COUNTER = 'law'

const open = (_: string, sealed: string): string => sealed

interface Step<C> {
  readonly server: number
  /** Undefined: the next number of the counter. */
  readonly id: number | undefined
  readonly command: C
  /** The process of the command dies before so many appends. */
  readonly dies: number | undefined
}

interface World {
  readonly repository: AggregateRepository
  readonly reservations: Reservations
}

const streamsOf = async (store: EventStore, category: Category): Promise<ReadonlySet<StreamName>> => {
  const all = await store.readAll({ limit: 10_000, filter: { categories: [category] } })
  return new Set(all.kind === 'Read' ? all.events.map(({ stream }) => stream) : [])
}

/** Throws where another stream holds the name too, or it is not reserved for this one. */
const expectOneHolder = async (
  name: DeclaredName,
  stream: StreamName,
  holders: Map<string, StreamName>,
  { reservations }: World,
): Promise<void> => {
  const other = holders.get(nameKey(name))
  if (other !== undefined) throw new Error(`${stream} and ${other} hold one name`)
  holders.set(nameKey(name), stream)
  const holder = await reservations.holder(name)
  if (E.isLeft(holder) || holder.right !== stream) throw new Error(`${stream} holds a name not reserved for it`)
}

const secrets = makeSecrets(makeInstanceKey())
const ids = makeIds()

/**
 * Holds an aggregate to the law of declared names. Several servers send commands to its streams, known ones and ones created under a
 * number, while appends fail, answers are lost and processes die. No two states may then hold the same name, every name of a state is
 * reserved for its stream, and after the grace period every other name can be claimed.
 */
export const holdsDeclaredNamesLaw = async <C, Ev extends DomainEvent, S>(
  { aggregate, commands }: NamedAggregate<C, Ev, S>,
  runs: number,
): Promise<void> => {
  const { names } = aggregate
  if (names === undefined) throw new Error(`${aggregate.category} declares no names`)

  const clock = makeMovableClock(START)

  const processOn = (store: EventStore): World => {
    const nextTurn = () => turnsOfLoop(1)
    const repository = makeAggregateRepository({
      store,
      reached: async () => true,
      pause: nextTurn,
      numbers: makeNumbers(store, clock, ids, nextTurn),
      names: { secrets, ids, personalData: { open }, declarations: [declarationOf(aggregate)] },
    })
    return { repository, reservations: makeReservations(store, repository, secrets, ids) }
  }

  const step: fc.Arbitrary<Step<C>> = fc.record({
    server: fc.nat(SERVERS - 1),
    id: fc.option(fc.constantFrom(...STREAMS, ...CREATED), { nil: undefined, freq: 2 }),
    command: commands,
    dies: fc.option(fc.nat(6), { nil: undefined, freq: 6 }),
  })
  const begunNames = (command: C): ReadonlyArray<DeclaredName> => {
    const begun = aggregate.decide(command)(aggregate.initial)
    return E.isLeft(begun) ? [] : names(fold(aggregate, begun.right), { id: '', open })
  }

  /** The names of every state that a stream has had, and those of the present one. */
  const namesOf = async (store: EventStore, stream: StreamName) => {
    const facts = { id: idOf(stream), open }
    const read = await store.readStream(stream, { limit: 1000 })
    const events = read.kind === 'Read' ? read.events.map((one) => aggregate.events.decode(one)) : []
    const decoded = events.flatMap((one) => (E.isRight(one) ? [one.right] : []))
    const after = decoded.map((_, index) => names(fold(aggregate, decoded.slice(0, index + 1)), facts))
    return { ever: after.flat(), now: after.at(-1) ?? [] }
  }

  /** A stream that is created under a number is named by the counter only. */
  const carriedOutOn = ({ repository }: World, { id, command }: Step<C>, context: CommandContext): Promise<unknown> => {
    if (id === undefined) return createStream({ aggregates: repository }, aggregate, COUNTER, command, context)
    const begins = E.isRight(aggregate.decide(command)(aggregate.initial))
    return begins && CREATED.includes(id) ? Promise.resolve() : repository.execute(aggregate, id, command, context)
  }

  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.boolean(), batches, async (seed, calm, plan) => {
      const history = new MemoryHistory()
      const context = () => ({
        id: ids.commandId(),
        at: clock.now(),
        actor: systemActor('law'),
        correlationId: 'law',
      })
      const plain = makeMemoryEventStore(history)
      const servers = Array.from({ length: SERVERS }, (_, index) =>
        processOn(
          withLatency(withFaults(plain, randomFrom(seed + index), calm ? {} : TROUBLE), randomFrom(seed - index)),
        ),
      )
      const carryOut = async (one: Step<C>): Promise<void> => {
        const server = servers[one.server]
        if (one.dies === undefined && server !== undefined) {
          await carriedOutOn(server, one, context())
          return
        }
        const process = withCrash(withLatency(plain, randomFrom(seed + (one.id ?? 0))), one.dies ?? 0)
        await Promise.race([carriedOutOn(processOn(process.store), one, context()), process.dead])
      }
      for (const batch of plan) {
        await Promise.all(batch.map(carryOut))
        // What was given up for lost arrives within the grace period.
        await untilNothingIsLate()
        clock.advance(CREATION_GRACE_MS / 4)
      }
      const quiet = processOn(plain)
      const holders = new Map<string, StreamName>()
      const known = plan.flat().flatMap(({ command }) => begunNames(command))
      for (const stream of await streamsOf(plain, aggregate.category)) {
        const { ever, now } = await namesOf(plain, stream)
        known.push(...ever)
        for (const name of now) await expectOneHolder(name, stream, holders, quiet)
      }
      clock.advance(CREATION_GRACE_MS)
      for (const [key, name] of new Map(known.map((one) => [nameKey(one), one]))) {
        const had = await quiet.repository.reserve(aggregate, NEWCOMER, [name], context(), async () => E.right('had'))
        if (E.isRight(had) === holders.has(key))
          throw new Error(holders.has(key) ? 'a name is given to two' : 'a name that nobody holds cannot be had')
      }
    }),
    { numRuns: runs },
  )
}
