import * as E from 'fp-ts/lib/Either.js'
import type { Revision, StoredEvent } from '../kernel/envelope.js'
import { type StreamName, streamName, systemActor } from '../kernel/envelope.js'
import type { Clock, Ids } from '../ports/clock-and-ids.js'
import { lastEventOf } from '../ports/event-look-up.js'
import type { EventStore } from '../ports/event-store.js'
import { eventIdOf } from './command-context.js'
import { type Pause, periodically } from './periodic.js'

/** Where a lease lives and what it is measured by. */
export interface LeaseOptions {
  readonly store: EventStore
  readonly clock: Clock
  readonly ids: Ids
  readonly pause: Pause
  /** Milliseconds of a clock that never jumps; only differences count, so that no two machines need agree on the time. */
  readonly elapsed: () => number
  /** What is leased: letters, digits and dashes. */
  readonly name: string
  /** Who asks; unlike any other, those before a restart included. */
  readonly holder: string
  /** For how long a silent holder is respected, in milliseconds; default 30,000. */
  readonly term?: number
  /** Called when the lease is ours; later holders have higher fences. */
  readonly onTaken?: (fence: Revision) => void
  /** Called when it is ours no longer, while nobody else can have it yet. */
  readonly onLost?: () => void
  /** Called after a defect while the lease is asked for or renewed; the next attempt comes all the same. */
  readonly onFailure?: (error: unknown) => void
}

/** A standing request for a lease: it is acquired when the holder's lease expires or is released. */
export interface Lease {
  /** Whether it is held now. To be asked right before acting: the process may have been suspended since it was renewed. */
  readonly held: () => boolean
  /** The revision by which it was taken; undefined where it is not ours. */
  readonly fence: () => Revision | undefined
  /** Gives it back and asks no more; another gets it at once. */
  readonly stop: () => Promise<void>
}

const TAKEN = 'LeaseTaken'
const RENEWED = 'LeaseRenewed'
const RELEASED = 'LeaseReleased'
type LeaseEvent = typeof TAKEN | typeof RENEWED | typeof RELEASED

const DEFAULT_TERM_MS = 30_000

interface Holding {
  readonly fence: Revision
  /** The last event of the stream, which is ours. */
  readonly head: Revision
  /** When the last event was sent: others count from when they saw it, which is later. */
  readonly since: number
}

interface Seen {
  readonly head: Revision
  readonly since: number
}

const holderOf = (event: StoredEvent): unknown => (event.data as { readonly holder?: unknown } | null)?.holder

/**
 * A lease is a stream of the event store, each event of which is appended with the exact revision: of several contenders one gets it.
 * A contender takes it over when the stream had no new event for a whole term by the contender's own clock; a holder that cannot renew
 * gives up after three quarters of the term by its own clock, counted from before its last append: so it has given up by then.
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

  /** Appends an event with the exact revision; gives its own revision, or why it could not be appended. */
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

  /** Reads who has it; takes it where nobody does, or the holder was silent for a term. */
  const contend = async (): Promise<void> => {
    const read = await lastEventOf(store, stream)
    if (E.isLeft(read)) return
    const last = read.right
    if (last === undefined || last.type === RELEASED) return take(last?.revision)
    if (seen?.head !== last.revision) seen = { head: last.revision, since: elapsed() }
    // An event of ours whose outcome was unknown: nobody else has taken the lease since, so it may be followed at once.
    const silent = elapsed() - seen.since >= term || holderOf(last) === holder
    if (silent) await take(last.revision)
  }

  const renew = async ({ fence, head }: Holding): Promise<void> => {
    const since = elapsed()
    const revision = await append(RENEWED, head)
    if (typeof revision === 'number') holding = { fence, head: revision, since }
    // Refused: another has taken it, or an event of ours was appended after all; either way it has to be taken anew.
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
