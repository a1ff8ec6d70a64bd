import type { AggregateRepository, ExecuteReserved, Forge, Numbers, Reservations } from '@forgefold/core/app'
import { outcomeUnknown, type Rejection, unavailable } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { RequestScope } from '../http/index.js'

/** How long one request may wait for the event store altogether, in milliseconds, unless told otherwise. */
export const DEFAULT_DEADLINE_MS = 15_000

const REASON = 'the deadline of the request for all that it asks of the event store has passed'
const UNAVAILABLE = { kind: 'Unavailable', reason: REASON } as const
const IN_DOUBT = { kind: 'OutcomeUnknown', reason: REASON } as const
const REFUSED: E.Either<Rejection, never> = E.left(unavailable(REASON))
const REFUSED_IN_DOUBT: E.Either<Rejection, never> = E.left(outcomeUnknown(REASON))

/** The remaining time that one request may wait for the store altogether: concurrent waits count once, other work does not count. */
class Allowance {
  #left: number
  #waits = 0
  #since = 0
  #timer: NodeJS.Timeout | undefined
  readonly #late = new Set<() => void>()

  constructor(milliseconds: number) {
    this.#left = milliseconds
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  begin(): void {
    if (this.#waits++ > 0 || this.isOver) return
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.#end(), this.#left)
  }

  end(): void {
    if (--this.#waits > 0 || this.isOver) return
    clearTimeout(this.#timer)
    // At least a moment is left: only the timer ends the allowance.
    this.#left = Math.max(1, this.#left - (performance.now() - this.#since))
  }

  #end(): void {
    this.#left = 0
    for (const tell of [...this.#late]) tell()
  }

  /** `before` where no time is left to begin, `late` where it runs out meanwhile. */
  within<A, B, C>(work: () => Promise<A>, before: B, late: C): Promise<A | B | C> {
    if (this.isOver) return Promise.resolve(before)
    return new Promise((resolve, reject) => {
      const tell = (): void => resolve(late)
      this.#late.add(tell)
      this.begin()
      const over = (): void => {
        this.#late.delete(tell)
        this.end()
      }
      // Not by `finally`, which makes three promises more, for each question of each request.
      work().then(
        (done) => {
          over()
          resolve(done)
        },
        (error) => {
          over()
          reject(error)
        },
      )
    })
  }
}

const eventsIn = (allowance: Allowance, store: EventStore): EventStore => ({
  append: (...given) => allowance.within(() => store.append(...given), UNAVAILABLE, IN_DOUBT),
  readStream: (...given) => allowance.within(() => store.readStream(...given), UNAVAILABLE, UNAVAILABLE),
  readAll: (...given) => allowance.within(() => store.readAll(...given), UNAVAILABLE, UNAVAILABLE),
  subscribe: (subscriber) => store.subscribe(subscriber),
  close: () => store.close(),
})

/** A command may also wait for others on its stream; appends that it has not sent when the time is over are not sent. */
const aggregatesIn = (
  allowance: Allowance,
  { execute, reserve, create, load, recall, namesReleased }: AggregateRepository,
): AggregateRepository => {
  const isOver = (): boolean => allowance.isOver
  /** The work is more than questions to the store, which count by themselves. */
  const outsideAllowance = async <A>(work: () => Promise<A>): Promise<A> => {
    allowance.end()
    try {
      return await work()
    } finally {
      allowance.begin()
    }
  }
  const counted =
    <C, S>(run: ExecuteReserved<C, S>): ExecuteReserved<C, S> =>
    (command, own) =>
      allowance.within(() => run(command, { isOver, ...own }), REFUSED, REFUSED_IN_DOUBT)
  return {
    execute: (aggregate, id, command, context) =>
      allowance.within(() => execute(aggregate, id, command, { isOver, ...context }), REFUSED, REFUSED_IN_DOUBT),
    reserve: (aggregate, id, names, context, work) =>
      allowance.within(
        () =>
          reserve(aggregate, id, names, { isOver, ...context }, (run) => outsideAllowance(() => work(counted(run)))),
        REFUSED,
        REFUSED_IN_DOUBT,
      ),
    create: (aggregate, counter, names, context, work) =>
      allowance.within(
        () =>
          create(aggregate, counter, names, { isOver, ...context }, (id, run) =>
            outsideAllowance(() => work(id, counted(run))),
          ),
        REFUSED,
        REFUSED_IN_DOUBT,
      ),
    load: (...given) => allowance.within(() => load(...given), REFUSED, REFUSED),
    recall: (...given) => allowance.within(() => recall(...given), REFUSED, REFUSED),
    namesReleased,
  }
}

const numbersIn = (allowance: Allowance, numbers: Numbers): Numbers => ({
  next: (counter) => allowance.within(() => numbers.next(counter), REFUSED, REFUSED),
  choose: (...given) => allowance.within(() => numbers.choose(...given), REFUSED, REFUSED),
})

const reservationsIn = (allowance: Allowance, reservations: Reservations): Reservations => ({
  ...reservations,
  take: (...given) => allowance.within(() => reservations.take(...given), REFUSED, REFUSED),
  claim: (...given) => allowance.within(() => reservations.claim(...given), REFUSED, REFUSED),
  release: (...given) => allowance.within(() => reservations.release(...given), REFUSED, REFUSED_IN_DOUBT),
  holder: (...given) => allowance.within(() => reservations.holder(...given), REFUSED, REFUSED),
})

/** One deadline, in milliseconds, for everything that one request asks of the store. */
export const storeDeadline = (forge: Forge, milliseconds: number): (() => RequestScope) => {
  /** The forge, with the parts that ask the store wrapped on first use, because most requests only read. */
  class BoundedForge implements Pick<Forge, 'events' | 'aggregates' | 'numbers' | 'reservations'> {
    #allowance: Allowance | undefined
    #events: EventStore | undefined
    #aggregates: AggregateRepository | undefined
    #numbers: Numbers | undefined
    #reservations: Reservations | undefined

    get allowance(): Allowance {
      this.#allowance ??= new Allowance(milliseconds)
      return this.#allowance
    }

    get events(): EventStore {
      this.#events ??= eventsIn(this.allowance, forge.events)
      return this.#events
    }

    get aggregates(): AggregateRepository {
      this.#aggregates ??= aggregatesIn(this.allowance, forge.aggregates)
      return this.#aggregates
    }

    get numbers(): Numbers {
      this.#numbers ??= numbersIn(this.allowance, forge.numbers)
      return this.#numbers
    }

    get reservations(): Reservations {
      this.#reservations ??= reservationsIn(this.allowance, forge.reservations)
      return this.#reservations
    }
  }
  Object.setPrototypeOf(BoundedForge.prototype, forge)

  return () => {
    const bounded = new BoundedForge()
    return {
      forge: bounded as BoundedForge & Forge,
      inTime: (work, late) => bounded.allowance.within(() => work, late, late),
    }
  }
}
