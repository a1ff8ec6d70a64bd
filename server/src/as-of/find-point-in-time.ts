import { pause } from '@forgefold/adapters/clock'
import { type PointInTime, positionAtInstant } from '@forgefold/core/audit'
import { type Clock, type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { AsOf } from '../http/as-of.js'

export type PointInTimeResult =
  | { readonly kind: 'Found'; readonly point: PointInTime }
  | { readonly kind: 'InTheFuture' }
  | { readonly kind: 'BeforeTheBeginning' }
  | { readonly kind: 'Unavailable'; readonly reason: string }

/** Resolves an instant or a position to a point in the history. */
export const findPointInTime = async (events: EventStore, clock: Clock, asOf: AsOf): Promise<PointInTimeResult> => {
  if (asOf.kind === 'instant') {
    if (asOf.instant > clock.now()) return { kind: 'InTheFuture' }
    const found = await positionAtInstant({ events, pause }, asOf.instant)
    return found.kind === 'At' ? { kind: 'Found', point: { position: found.position, at: asOf.instant } } : found
  }
  const { position } = asOf
  const last = await lastEvent(events)
  if (E.isLeft(last)) return last.left
  if (last.right === undefined || position > last.right.position) return { kind: 'InTheFuture' }
  const start = await events.readAll({ limit: 1 })
  if (start.kind !== 'Read') return start
  const first = start.events[0]
  if (first === undefined || position < first.position) return { kind: 'BeforeTheBeginning' }
  return { kind: 'Found', point: { position, at: undefined } }
}
