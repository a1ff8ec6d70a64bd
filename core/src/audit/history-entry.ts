import * as E from 'fp-ts/lib/Either.js'
import { categoryOf, idOf, type Position, type StoredEvent } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import { eachEvent, type History } from './each-event.js'
import { type IsErased, shownData } from './shown-data.js'

/** An event as auditors read it: what happened to what, when, by whom, and from where. */
export interface HistoryEntry {
  readonly id: string
  readonly position: number
  readonly created_at: string
  readonly type: string
  readonly kind: string
  readonly thing: string
  readonly revision: number
  readonly actor: string
  readonly token: { readonly kind: string; readonly id: string } | null
  readonly request_id: string | null
  readonly address: string | null
  readonly correlation_id: string
  /** The id of the event that caused it. */
  readonly cause: string | null
  readonly data: unknown
}

/** Tokens are noted as `kind:id`. */
const tokenOf = (tokenId: string | undefined): HistoryEntry['token'] => {
  if (tokenId === undefined) return null
  const colon = tokenId.indexOf(':')
  return { kind: tokenId.slice(0, Math.max(colon, 0)), id: tokenId.slice(colon + 1) }
}

/**
 * An event without secrets and personal data.
 *
 * @example
 * const metadata = { at: '2024-03-01T09:00:00.000Z', actor: 'user:7', correlationId: 'one' }
 * const event = { stream: 'label-1', revision: 0, position: 1, id: 'one', type: 'LabelDeleted', version: 1, metadata, data: {} }
 * assert.equal(entryOf(event).position, 1)
 */
export const entryOf = (event: StoredEvent, isErased?: IsErased): HistoryEntry => {
  const { metadata, stream } = event
  return {
    id: event.id,
    position: event.position,
    created_at: metadata.at,
    type: event.type,
    kind: categoryOf(stream),
    thing: categoryOf(stream) === 'session' ? '' : idOf(stream),
    revision: event.revision,
    actor: metadata.actor,
    token: tokenOf(metadata.tokenId),
    request_id: metadata.requestId ?? null,
    address: metadata.sourceIp ?? null,
    correlation_id: metadata.correlationId,
    cause: metadata.causationId ?? null,
    data: shownData(event, isErased),
  }
}

/**
 * The direct consequences of some events, by event id: the ids of events that name them as their cause, among up to `most` events that follow.
 * Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.equal((await consequencesOf({ events: fixedHistory([]) }, [], 100)).right.size, 0)
 */
export const consequencesOf = async (
  history: History,
  events: ReadonlyArray<StoredEvent>,
  most: number,
): Promise<E.Either<Rejection, ReadonlyMap<string, ReadonlyArray<string>>>> => {
  const found = new Map<string, Array<string>>(events.map(({ id }) => [id, []]))
  /** The positions that were looked at, in order, and how many of them come before those that follow an event. */
  const seen: Array<Position> = []
  const before = new Map<string, number>()
  for (const { id, position } of events.toSorted((a, b) => a.position - b.position)) {
    const start = seen.findLastIndex((one) => one <= position) + 1
    before.set(id, start)
    const known = seen.length - start
    const after = known === 0 ? position : (seen.at(-1) as Position)
    const walked = await eachEvent(history, { after, most: most - known }, (event) => {
      seen.push(event.position)
      // What follows one of the events may be seen before its own turn comes.
      if (found.has(event.id)) before.set(event.id, seen.length)
      const cause = event.metadata.causationId ?? ''
      if (seen.length - (before.get(cause) ?? 0) <= most) found.get(cause)?.push(event.id)
      return undefined
    })
    if (E.isLeft(walked)) return walked
  }
  return E.right(found)
}
