import * as E from 'fp-ts/lib/Either.js'
import type { Position, StoredEvent, StreamName } from '../kernel/envelope.js'
import { eventAt } from '../ports/event-look-up.js'
import type { Subscription } from '../ports/event-store.js'
import type { Forge } from './forge.js'
import { KeyedMutex } from './keyed-mutex.js'
import {
  loadParkedEvents,
  type ParkedEvent,
  type ParkedEvents,
  type ReactorEvent,
  writeReactorEvent,
} from './parked-events.js'
import { type ReactorHost, type RunningReactor, reasonOf } from './reactor-host.js'
import { ReactorProgress } from './reactor-progress.js'
import { type Reactor, RetryableError } from './reactors.js'
import { type RetryPolicy, retried, UNTIL_ANSWERED, UNTIL_DONE } from './retry.js'

/** How often an event is tried whose failure is not temporary: some three seconds. */
const MAX_ATTEMPTS = 5

const ENDED = Symbol('ended')

const BEHIND_PARKED = 'behind a parked event of its stream'

const NOTHING_PARKED: ParkedEvents = { events: [], head: undefined }

type Attempt =
  | { readonly kind: 'done' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly reason: string }

/** A store that throws is asked again too: otherwise the subscription would end for ever. */
const asked = <A>(ask: () => Promise<E.Either<unknown, A>>): Promise<E.Either<unknown, A>> =>
  ask().catch((error: unknown) => E.left(error))

/** One run of a reactor in this process. A class, because each forge has some thirty: what they share is made once. */
export class ReactorRun implements RunningReactor {
  readonly #reactor: Reactor
  readonly #forge: Forge
  readonly #host: ReactorHost
  readonly #progress: ReactorProgress
  readonly #mutex = new KeyedMutex<'event'>()
  #parked = NOTHING_PARKED
  #ended = false
  /** True once another process runs the reactor; the checkpoint is then that process's. */
  #isRelieved = false
  #end: () => void = () => undefined
  readonly #ending = new Promise<void>((resolve) => {
    this.#end = resolve
  })
  #subscription: Subscription | undefined
  #retrying: Promise<void> | undefined

  constructor(reactor: Reactor, forge: Forge, host: ReactorHost) {
    this.#reactor = reactor
    this.#forge = forge
    this.#host = host
    this.#progress = new ReactorProgress(reactor.name, host)
  }

  /** Receives the events after a position; undefined: all. */
  async startAfter(start: Position | undefined): Promise<void> {
    const { name, filter } = this.#reactor
    const { store } = this.#host
    const parked = await asked(() => loadParkedEvents(store, name))
    if (E.isRight(parked)) this.#parked = parked.right
    else await this.#reload()
    this.#subscription = store.subscribe({
      ...(start === undefined ? {} : { after: start }),
      filter,
      onEvents: (events, upTo) => {
        const isPassed = this.#progress.isPassed(events)
        if (!isPassed) return this.#takeAll(events, upTo)
        if (this.#goesOn()) this.#progress.passed(upTo)
        return undefined
      },
      onDropped: (error) => this.#host.onDropped?.(name, error),
    })
    this.#retrying = this.#parked.events.length === 0 ? undefined : this.retry()
  }

  async retry(): Promise<void> {
    await this.#mutex.run('event', () => this.#reload())
    const failed = new Set<StreamName>()
    while (this.#goesOn()) {
      const next = this.#parked.events.find(({ stream }) => !failed.has(stream))
      if (next === undefined) return
      if (!(await this.#mutex.run('event', () => this.#replay(next)))) failed.add(next.stream)
    }
  }

  async stop(): Promise<void> {
    this.#ended = true
    this.#end()
    await this.#subscription?.stop()
    await this.#retrying
    if (!this.#isRelieved && this.#mayAct) await this.#progress.savePassed()
  }

  get #mayAct(): boolean {
    return this.#host.mayAct?.() ?? true
  }

  /** False once the reactor may not act any more: it has ended, and no event after one that was left may move the checkpoint. */
  #goesOn(): boolean {
    if (!this.#ended && !this.#mayAct) {
      this.#ended = true
      this.#isRelieved = true
    }
    return !this.#ended
  }

  /** Repeats until there is a result; undefined where the reactor ends before. */
  async #untilDone<A>(ask: () => Promise<A | undefined>, policy: RetryPolicy = UNTIL_DONE): Promise<A | undefined> {
    const waits = (milliseconds: number): Promise<void> => this.#host.pause(milliseconds, this.#ending)
    const answer = await retried<A | typeof ENDED>(policy, waits, async () => (this.#goesOn() ? ask() : ENDED))
    return answer === ENDED ? undefined : answer
  }

  async #attempt(event: StoredEvent): Promise<Attempt> {
    const { onFailure, mayPass } = this.#host
    let failures = 0
    const outcome = await this.#untilDone<Attempt>(async () => {
      try {
        // A reactor may query the read model, which therefore has to know the event first.
        if (!(await this.#forge.read.reached(event.position))) throw new RetryableError('the read model is behind')
        await this.#reactor.react(this.#forge, event)
        return { kind: 'done' }
      } catch (error) {
        onFailure(this.#reactor.name, event, error)
        if (!(error instanceof RetryableError || mayPass?.(error) === true)) failures++
        return failures >= MAX_ATTEMPTS ? { kind: 'failed', reason: reasonOf(error) } : undefined
      }
    })
    return outcome ?? { kind: 'ended' }
  }

  /** Asks the store until it answers; undefined where the reactor ends before. */
  async #untilAvailable<A>(ask: () => Promise<E.Either<unknown, A>>): Promise<A | undefined> {
    const answer = await this.#untilDone(async () => {
      const answered = await asked(ask)
      return E.isRight(answered) ? answered : undefined
    }, UNTIL_ANSWERED)
    return answer?.right
  }

  async #write(decide: (now: ParkedEvents) => ReactorEvent | undefined): Promise<boolean> {
    const { clock, ids } = this.#forge
    const written = await this.#untilAvailable(() =>
      writeReactorEvent({ store: this.#host.store, clock, ids }, this.#reactor.name, decide),
    )
    if (written === undefined) return false
    this.#parked = written
    return true
  }

  async #park(event: StoredEvent, reason: string): Promise<boolean> {
    const { id, stream, revision, type } = event
    const data: ParkedEvent = { id, stream, revision, type, reason, at: this.#forge.clock.now() }
    const isParked = await this.#write(({ events }) =>
      events.some((one) => one.id === id) ? undefined : { type: 'EventParked', data },
    )
    if (isParked) this.#host.onParked?.(this.#reactor.name, event, reason)
    return isParked
  }

  /** Handles or parks one event; false where the reactor ended before. */
  async #take(event: StoredEvent): Promise<boolean> {
    const { events } = this.#parked
    if (events.some(({ id }) => id === event.id)) return true
    if (events.some(({ stream }) => stream === event.stream)) return this.#park(event, BEHIND_PARKED)
    const outcome = await this.#attempt(event)
    return outcome.kind === 'failed' ? this.#park(event, outcome.reason) : outcome.kind === 'done'
  }

  async #replay({ id, stream, revision }: ParkedEvent): Promise<boolean> {
    const event = await this.#untilAvailable(() => eventAt(this.#host.store, stream, revision))
    if (event === undefined || (await this.#attempt(event)).kind !== 'done') return false
    return this.#write(({ events }) =>
      events.some((one) => one.id === id) ? { type: 'ParkedEventHandled', data: { id } } : undefined,
    )
  }

  async #reload(): Promise<void> {
    const parked = await this.#untilAvailable(() => loadParkedEvents(this.#host.store, this.#reactor.name))
    this.#parked = parked ?? this.#parked
  }

  async #takeAll(events: ReadonlyArray<StoredEvent>, upTo: Position): Promise<void> {
    for (const [index, event] of events.entries())
      if (!this.#goesOn() || !(await this.#mutex.run('event', () => this.#take(event)))) {
        this.#ended = true
        if (!this.#isRelieved && this.#mayAct) await this.#progress.save(events.slice(0, index))
        return
      }
    if (this.#goesOn()) await this.#progress.save(events, upTo)
  }
}
