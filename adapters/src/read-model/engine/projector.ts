import type { Position, StoredEvent } from '@forgefold/core/kernel'
import { categoryOf } from '@forgefold/core/kernel'
import { checkpointAnchorOf, type EventStore, type PersonalData } from '@forgefold/core/ports'
import type { Database } from 'better-sqlite3'
import { isStorageFailure } from '../../sqlite/connection.js'
import { appliedEditionOf } from './answer-cache.js'
import { BatchedTransaction } from './batched-transaction.js'
import { CatchUpSubscription } from './catch-up-subscription.js'
import { Dispatch, type EventSubscriber } from './dispatch.js'
import { PositionWaiters } from './position-waiters.js'
import type { Projection } from './projection.js'

export interface ProjectorOptions {
  readonly store: EventStore
  readonly db: Database
  readonly projections: ReadonlyArray<Projection>
  readonly personalData: PersonalData
  /** How long `reached` waits, in milliseconds; default 5,000. */
  readonly timeout?: number
  /** Called if the file turns out to be damaged, possibly several times. */
  readonly onDamage?: () => void
  /** Called after each batch while catching up and live. */
  readonly onProgress?: (position: Position) => void
  /** Called when an event could not be applied: it is recorded in `failed_events` and skipped. */
  readonly onFailure?: (event: StoredEvent, projection: string, problem: string) => void
  /** Called if following the history failed otherwise, or a listener did; following continues. */
  readonly onDefect?: (error: unknown) => void
}

/** Called with events once their rows are visible. */
export type AppliedListener = (events: ReadonlyArray<StoredEvent>) => void

export interface Projector {
  /** Follows the history from the checkpoint on; resolves once it has caught up. */
  readonly start: () => Promise<void>
  readonly position: () => Position | undefined
  readonly reached: (position: Position) => boolean | Promise<boolean>
  readonly onApplied: (listener: AppliedListener) => void
  /** How many events could not be applied since the rows were begun. */
  readonly failures: () => number
  /** Commits the rows of the open transaction. */
  readonly flush: () => void
  readonly stop: () => Promise<void>
}

/**
 * Feeds every projection from the event store; rows and checkpoint are committed together.
 *
 * @example
 * import { makeMemoryEventStore, makeMemoryPersonalData } from '@forgefold/adapters/memory'
 * import { openReadModel, projections } from '@forgefold/adapters/read-model'
 * const { db } = openReadModel(':memory:', projections)
 * const projector = makeProjector({ store: makeMemoryEventStore(), db, projections, personalData: makeMemoryPersonalData() })
 * await projector.start()
 * assert.equal(projector.failures(), 0)
 * await projector.stop()
 */
export const makeProjector = (options: ProjectorOptions): Projector => {
  const { store, db, projections, personalData, timeout = 5000 } = options
  const listeners: Array<AppliedListener> = []
  const waiters = new PositionWaiters(timeout)

  const readPosition = db.prepare<[], number | null>('SELECT position FROM read_model WHERE id = 1').pluck()
  const writePosition = db.prepare('UPDATE read_model SET position = ? WHERE id = 1')
  const writePlace = db.prepare('UPDATE read_model SET position = ?, landmark = ? WHERE id = 1')
  const recordFailure = db.prepare(
    'INSERT OR REPLACE INTO failed_events (position, type, projection, problem) VALUES (?, ?, ?, ?)',
  )
  const countFailures = db.prepare<[], number>('SELECT count(*) FROM failed_events').pluck()
  let applied = (readPosition.get() ?? undefined) as Position | undefined

  const fail = (event: StoredEvent, projection: string, problem: string): void => {
    recordFailure.run(event.position, event.type, projection, problem)
    options.onFailure?.(event, projection, problem)
  }

  /** Created with the first event: a server that has just started answers reads before it receives one. */
  let dispatch: Dispatch | undefined
  const handlersOf = ({ stream, type }: StoredEvent): ReadonlyArray<EventSubscriber> => {
    dispatch ??= new Dispatch(projections, { db, personalData }, fail)
    return dispatch.handlersOf(categoryOf(stream), type)
  }

  const edition = appliedEditionOf(db)

  const applyAll = (events: ReadonlyArray<StoredEvent>): void => {
    for (let index = 0; index < events.length; index++) {
      const event = events[index] as StoredEvent
      const following = events[index + 1]
      const next = following?.stream === event.stream ? following : undefined
      for (const { apply } of handlersOf(event)) apply(event, next)
    }
    edition.current++
  }

  /** The anchor tells the store what the position refers to. */
  const notePlace = (upTo: Position, last: StoredEvent | undefined): void => {
    if (last === undefined) writePosition.run(upTo)
    else writePlace.run(upTo, JSON.stringify(checkpointAnchorOf(last)))
  }

  let last: StoredEvent | undefined
  const transaction = new BatchedTransaction<StoredEvent>(db, {
    apply: applyAll,
    beforeCommit: () => {
      if (applied !== undefined) notePlace(applied, last)
    },
  })

  /** One bad event must not stop the rest: it is recorded and skipped, the others are applied one by one. */
  const applyCarefully = db.transaction((events: ReadonlyArray<StoredEvent>): void => {
    for (const event of events) {
      for (const { projection, apply } of handlersOf(event)) {
        try {
          db.transaction(() => apply(event))()
        } catch (error) {
          // A disk error is not an error of the event: the whole batch is retried.
          if (isStorageFailure(error)) throw error
          fail(event, projection, error instanceof Error ? error.name : 'unknown failure')
        }
      }
      notePlace(event.position, event)
    }
    edition.current++
  })

  const settle = (upTo: Position): void => {
    applied = upTo
    waiters.reached(upTo)
  }

  /** A failing listener does not undo the rows, so the batch is not applied again. */
  const tell = (events: ReadonlyArray<StoredEvent>): void => {
    for (const listener of listeners) {
      try {
        listener(events)
      } catch (error) {
        options.onDefect?.(error)
      }
    }
  }

  /** The events that were rolled back, those of earlier groups included, and have to be applied again. */
  let owed: ReadonlyArray<StoredEvent> = []

  const apply = (events: ReadonlyArray<StoredEvent>, upTo: Position): void => {
    if (owed.length === 0) owed = transaction.add(events)
    if (owed.length > 0) applyCarefully(owed)
    owed = []
    last = events.at(-1) ?? last
    if (events.length > 0) tell(events)
    settle(upTo)
    if (transaction.full) transaction.commit()
    options.onProgress?.(upTo)
  }

  const subscription = new CatchUpSubscription({
    store,
    position: () => applied,
    apply,
    onDamage: options.onDamage,
    onDefect: options.onDefect,
  })

  return {
    start: () => subscription.start(),
    position: () => applied,
    reached: (position) => (applied !== undefined && applied >= position) || waiters.waitFor(position),
    onApplied: (listener) => {
      listeners.push(listener)
    },
    failures: () => countFailures.get() ?? 0,
    flush: () => transaction.commit(),
    stop: async () => {
      await subscription.stop()
      transaction.close()
      waiters.giveUp()
    },
  }
}
