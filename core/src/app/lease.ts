import * as E from 'fp-ts/lib/Either.js'
import type { Revision, StoredEvent } from '../kernel/envelope.js'
import { type StreamName, streamName, systemActor } from '../kernel/envelope.js'
import type { Clock, Ids } from '../ports/clock-and-ids.js'
import { lastEventOf } from '../ports/event-look-up.js'
import type { EventStore } from '../ports/event-store.js'
import { eventIdOf } from './command-context.js'
import { type Pause, periodically } from './periodic.js'

/** The store of a lease, and its clock. */
export interface LeaseOptions {
  readonly store: EventStore
  readonly clock: Clock
  readonly ids: Ids
  readonly pause: Pause
  /** Milliseconds of a monotonic clock; only differences count, so machines need not agree on the time. */
  readonly elapsed: () => number
  /** What is leased: letters, digits and dashes. */
  readonly name: string
  /** Identifies the contender; unique, also across restarts. */
  readonly holder: string
  /** Milliseconds after which a silent holder loses the lease; default 30,000. */
  readonly term?: number
  /** Called when the lease is acquired; later holders have higher fences. */
  readonly onTaken?: (fence: Revision) => void
  /** Called when the lease is lost, before any other contender can have it. */
  readonly onLost?: () => void
  /** Called after an unexpected failure of a request or renewal; the next attempt follows nevertheless. */
  readonly onFailure?: (error: unknown) => void
}

/** A standing request for a lease: it is acquired when the holder's lease expires or is released. */
export interface Lease {
  /** Whether it is held now. Check it immediately before acting: the process may have been suspended since the last renewal. */
  readonly held: () => boolean
  /** The revision at which it was acquired; undefined where it is not held. */
  readonly fence: () => Revision | undefined
  /** Releases the lease and stops requesting it; another contender gets it at once. */
  readonly stop: () => Promise<void>
}

const TAKEN = 'LeaseTaken'
const RENEWED = 'LeaseRenewed'
const RELEASED = 'LeaseReleased'
type LeaseEvent = typeof TAKEN | typeof RENEWED | typeof RELEASED

const DEFAULT_TERM_MS = 30_000

interface Holding {
  readonly fence: Revision
  /** The last event of the stream, which this contender wrote. */
  readonly head: Revision
  /** When the append of the last event was sent: other contenders count from when they read it, which is later. */
  readonly since: number
}

interface Seen {
  readonly head: Revision
  readonly since: number
}

const holderOf = (event: StoredEvent): unknown => (event.data as { readonly holder?: unknown } | null)?.holder

/**
 * A lease is a stream of the event store whose events are appended with the exact revision, so one of several contenders gets it.
 * A contender takes it over when the stream had no new event for a whole term by the contender's own clock. A holder that cannot renew it
 * gives up after three quarters of the term by its own clock, counted from before its last append, and so before another server can take over.
 *
 * @example
 * import { pause, systemClock as clock } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const ports = { store: makeMemoryEventStore(), clock, ids: makeIds(), pause, elapsed: () => performance.now() }
 * const lease = keepLease({ ...ports, name: 'duties', holder: 'this process' })
 * await lease.stop()
 * assert.equal(lease.held(), false)
 */
export const keepLease = (options: LeaseOptions): Lease => {
  const { store, clock, ids, pause, elapsed, holder, term = DEFAULT_TERM_MS } = options
  const stream: StreamName = streamName('lease', options.name)
  let holding: Holding | undefined
  let seen: Seen | undefined

  const held = (): boolean => holding !== undefined && elapsed() < holding.since + term * 0.75

  const lose = (): void => {
    if (holding === undefined) return
    holding = undefined
    seen = undefined
    options.onLost?.()
  }

  /** Appends an event with the exact revision; returns its revision, or why it could not be appended. */
  const append = async (type: LeaseEvent, head: Revision | undefined): Promise<Revision | 'refused' | 'unknown'> => {
    const id = ids.commandId()
    const metadata = { at: clock.now(), actor: systemActor('lease'), correlationId: id }
    const event = { id: eventIdOf(id, 0), type, version: 1, data: { holder }, metadata }
    const outcome = await store.append(stream, [event], head ?? 'noStream')
    switch (outcome.kind) {
      case 'Appended':
      case 'AlreadyAppended':
        return outcome.revision
      case 'Conflict':
      case 'TooLarge':
        return 'refused'
      case 'OutcomeUnknown':
      case 'Unavailable':
        return 'unknown'
    }
  }

  const take = async (head: Revision | undefined): Promise<void> => {
    const since = elapsed()
    const revision = await append(TAKEN, head)
    if (typeof revision !== 'number') return
    holding = { fence: revision, head: revision, since }
    options.onTaken?.(revision)
  }

  /** Reads who holds the lease, and takes it where it is free or the holder was silent for a term. */
  const contend = async (): Promise<void> => {
    const read = await lastEventOf(store, stream)
    if (E.isLeft(read)) return
    const last = read.right
    if (last === undefined || last.type === RELEASED) return take(last?.revision)
    if (seen?.head !== last.revision) seen = { head: last.revision, since: elapsed() }
    // Our own event, whose outcome was unknown: no other server has taken the lease since, so the next event can follow at once.
    const silent = elapsed() - seen.since >= term || holderOf(last) === holder
    if (silent) await take(last.revision)
  }

  const renew = async ({ fence, head }: Holding): Promise<void> => {
    const since = elapsed()
    const revision = await append(RENEWED, head)
    if (typeof revision === 'number') holding = { fence, head: revision, since }
    // Refused: another contender has taken the lease, or our own event was appended after all. Either way it must be acquired again.
    else if (revision === 'refused' || !held()) lose()
  }

  const contendOrRenew = async (): Promise<void> => {
    if (!held()) lose()
    if (holding === undefined) await contend()
    else await renew(holding)
    if (!held()) lose()
  }

  const attempts = periodically({
    pause,
    delay: () => term / 6,
    work: contendOrRenew,
    onFailure: (error) => options.onFailure?.(error),
  })
  void attempts.runNow()
  return {
    held,
    fence: () => (held() ? holding?.fence : undefined),
    stop: async () => {
      await attempts.stop()
      if (holding === undefined) return
      if (held()) await append(RELEASED, holding.head)
      lose()
    },
  }
}
