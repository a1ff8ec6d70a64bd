import * as E from 'fp-ts/lib/Either.js'
import type { Position, StoredEvent, StreamName } from '../kernel/envelope.js'
import { eventAt } from '../ports/event-look-up.js'
import { isCheckpointOfStore } from './checkpoint-anchor.js'
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
import { reactorProgress } from './reactor-progress.js'
import { type Reactor, RetryableError } from './reactors.js'
import { retried, UNTIL_DONE } from './retry.js'

/** How often an event is tried whose failure is not temporary: some three seconds. */
const MAX_ATTEMPTS = 5

const ENDED = Symbol('ended')

const BEHIND_PARKED = 'behind a parked event of its stream'

type Attempt =
  | { readonly kind: 'done' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Runs a reactor from its checkpoint on; the checkpoint never runs ahead of what was done or parked.
 *
 * An event that fails temporarily is tried until it succeeds. Any other is parked after a few attempts, with every later event of its stream,
 * and the reactor continues with other streams. Parked events are tried again at each start and on `retry`.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeMemoryCheckpoints } from '@forgefold/adapters/memory'
 * import { createForge } from '@forgefold/server'
 * const embedded = await createForge()
 * const profile = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
 * await embedded.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
 * const host = { store: embedded.forge.events, checkpoints: makeMemoryCheckpoints(), pause, onFailure: console.error }
 * const registered = new Promise((resolve) => {
 *   const reactor = { name: 'greeter', filter: { types: ['UserRegistered'] }, react: async (_forge, event) => resolve(event) }
 *   void runReactor(reactor, embedded.forge, host)
 * })
 * assert.equal((await registered).stream, 'user-1')
 * await embedded.close()
 */
export const runReactor = async (reactor: Reactor, forge: Forge, host: ReactorHost): Promise<RunningReactor> => {
  const { store, pause, mayAct = () => true, mayPass = () => false } = host
  const known = await host.checkpoints.load(reactor.name)
  const isKnown = known !== undefined && (await isCheckpointOfStore(known, store, pause, () => !mayAct()))
  const start = isKnown ? known.position : undefined
  const mutex = new KeyedMutex<'event'>()
  let parked: ParkedEvents = { events: [], head: undefined }
  let ended = false
  /** True once another process runs the reactor; the checkpoint is then that process's. */
  let isRelieved = false
  let end: () => void = () => undefined
  const ending = new Promise<void>((resolve) => {
    end = resolve
  })
  const progress = reactorProgress(reactor.name, host)

  /** False once the reactor may not act any more: it has ended, and no event after one that was left may move the checkpoint. */
  const goesOn = (): boolean => {
    if (!ended && !mayAct()) {
      ended = true
      isRelieved = true
    }
    return !ended
  }

  /** Repeats until there is a result; undefined where the reactor ends before. */
  const untilDone = async <A>(ask: () => Promise<A | undefined>): Promise<A | undefined> => {
    const waits = (milliseconds: number): Promise<void> => pause(milliseconds, ending)
    const answer = await retried<A | typeof ENDED>(UNTIL_DONE, waits, async () => (goesOn() ? ask() : ENDED))
    return answer === ENDED ? undefined : answer
  }

  const attempt = async (event: StoredEvent): Promise<Attempt> => {
    let failures = 0
    const outcome = await untilDone<Attempt>(async () => {
      try {
        // A reactor may query the read model, which therefore has to know the event first.
        if (!(await forge.read.reached(event.position))) throw new RetryableError('the read model is behind')
        await reactor.react(forge, event)
        return { kind: 'done' }
      } catch (error) {
        host.onFailure(reactor.name, event, error)
        if (!(error instanceof RetryableError || mayPass(error))) failures++
        return failures >= MAX_ATTEMPTS ? { kind: 'failed', reason: reasonOf(error) } : undefined
      }
    })
    return outcome ?? { kind: 'ended' }
  }

  /** Asks the store until it answers; undefined where the reactor ends before. */
  const untilAvailable = async <A>(ask: () => Promise<E.Either<unknown, A>>): Promise<A | undefined> => {
    const answer = await untilDone(async () => {
      // A store that throws is asked again too: otherwise the subscription would end for ever.
      const answered = await ask().catch((error: unknown) => E.left(error))
      return E.isRight(answered) ? answered : undefined
    })
    return answer?.right
  }

  const write = async (decide: (now: ParkedEvents) => ReactorEvent | undefined): Promise<boolean> => {
    const written = await untilAvailable(() =>
      writeReactorEvent({ store, clock: forge.clock, ids: forge.ids }, reactor.name, decide),
    )
    if (written === undefined) return false
    parked = written
    return true
  }

  const park = async (event: StoredEvent, reason: string): Promise<boolean> => {
    const { id, stream, revision, type } = event
    const data: ParkedEvent = { id, stream, revision, type, reason, at: forge.clock.now() }
    const isParked = await write(({ events }) =>
      events.some((one) => one.id === id) ? undefined : { type: 'EventParked', data },
    )
    if (isParked) host.onParked?.(reactor.name, event, reason)
    return isParked
  }

  /** Handles or parks one event; false where the reactor ended before. */
  const take = async (event: StoredEvent): Promise<boolean> => {
    if (parked.events.some(({ id }) => id === event.id)) return true
    if (parked.events.some(({ stream }) => stream === event.stream)) return park(event, BEHIND_PARKED)
    const outcome = await attempt(event)
    return outcome.kind === 'failed' ? park(event, outcome.reason) : outcome.kind === 'done'
  }

  const replay = async ({ id, stream, revision }: ParkedEvent): Promise<boolean> => {
    const event = await untilAvailable(() => eventAt(store, stream, revision))
    if (event === undefined || (await attempt(event)).kind !== 'done') return false
    return write(({ events }) =>
      events.some((one) => one.id === id) ? { type: 'ParkedEventHandled', data: { id } } : undefined,
    )
  }

  const reload = async (): Promise<void> => {
    parked = (await untilAvailable(() => loadParkedEvents(store, reactor.name))) ?? parked
  }

  const retry = async (): Promise<void> => {
    await mutex.run('event', reload)
    const failed = new Set<StreamName>()
    while (goesOn()) {
      const next = parked.events.find(({ stream }) => !failed.has(stream))
      if (next === undefined) return
      if (!(await mutex.run('event', () => replay(next)))) failed.add(next.stream)
    }
  }

  const takeAll = async (events: ReadonlyArray<StoredEvent>, upTo: Position): Promise<void> => {
    for (const [index, event] of events.entries())
      if (!goesOn() || !(await mutex.run('event', () => take(event)))) {
        ended = true
        if (!isRelieved && mayAct()) await progress.saved(events.slice(0, index))
        return
      }
    if (goesOn()) await progress.saved(events, upTo)
  }

  await reload()
  const subscription = store.subscribe({
    ...(start === undefined ? {} : { after: start }),
    filter: reactor.filter,
    onEvents: (events, upTo) => (progress.passes(events, upTo, goesOn) ? undefined : takeAll(events, upTo)),
    onDropped: (error) => host.onDropped?.(reactor.name, error),
  })
  const retrying = parked.events.length === 0 ? undefined : retry()
  return {
    retry,
    stop: async () => {
      ended = true
      end()
      await subscription.stop()
      await retrying
      await progress.savedPassed()
    },
  }
}
