import { loadParkedEvents, type ParkedEvent, requestRetry } from '@forgefold/core/app'
import type { Rejection } from '@forgefold/core/kernel'
import type { Clock, EventStore, Ids } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { makeReactors } from './reactors.js'

/** A reactor with its parked events, in replay order. */
export interface ParkedByReactor {
  readonly reactor: string
  readonly events: ReadonlyArray<ParkedEvent>
}

/** The name of every reactor of an instance. */
export const REACTOR_NAMES: ReadonlyArray<string> = makeReactors().map(({ name }) => name)

/** The reactors that have parked events. Rejections: `Unavailable`. */
export const parkedByReactor = async (
  store: Pick<EventStore, 'readStream'>,
): Promise<E.Either<Rejection, ReadonlyArray<ParkedByReactor>>> => {
  const found: Array<ParkedByReactor> = []
  for (const reactor of REACTOR_NAMES) {
    const parked = await loadParkedEvents(store, reactor)
    if (E.isLeft(parked)) return parked
    if (parked.right.events.length > 0) found.push({ reactor, events: parked.right.events })
  }
  return E.right(found)
}

interface RetryPorts {
  readonly store: Pick<EventStore, 'readStream' | 'append'>
  readonly clock: Clock
  readonly ids: Ids
}

/** Requests a replay of the parked events of the named reactor, or of every reactor; returns for how many events. Rejections: `Unavailable`. */
export const requestRetries = async (ports: RetryPorts, reactor?: string): Promise<E.Either<Rejection, number>> => {
  let asked = 0
  for (const name of REACTOR_NAMES) {
    if (reactor !== undefined && name !== reactor) continue
    const requested = await requestRetry(ports, name)
    if (E.isLeft(requested)) return requested
    asked += requested.right.events.length
  }
  return E.right(asked)
}
