import { type PointInTime, positionAtInstant } from '@forgefold/core/audit'
import type { Clock, EventStore } from '@forgefold/core/ports'
import type { AsOf } from '../http/as-of.js'

export type FoundPointInTime =
  | { readonly kind: 'Found'; readonly point: PointInTime }
  | { readonly kind: 'InTheFuture' }
  | { readonly kind: 'BeforeTheBeginning' }
  | { readonly kind: 'Unavailable'; readonly reason: string }

/** Resolves an instant or a position to a point in the history. */
export const findPointInTime = async (events: EventStore, clock: Clock, asOf: AsOf): Promise<FoundPointInTime> => {
  if (asOf.kind === 'instant') {
    if (asOf.instant > clock.now()) return { kind: 'InTheFuture' }
    const found = await positionAtInstant(events, asOf.instant)
    return found.kind === 'At' ? { kind: 'Found', point: { position: found.position, at: asOf.instant } } : found
  }
  const { position } = asOf
  const head = await events.readAll({ direction: 'backwards', limit: 1 })
  if (head.kind !== 'Read') return head
  const last = head.events[0]
  if (last === undefined || position > last.position) return { kind: 'InTheFuture' }
  const start = await events.readAll({ limit: 1 })
  if (start.kind !== 'Read') return start
  const first = start.events[0]
  if (first === undefined || position < first.position) return { kind: 'BeforeTheBeginning' }
  return { kind: 'Found', point: { position, at: undefined } }
}
