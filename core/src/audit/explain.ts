import * as E from 'fp-ts/lib/Either.js'
import type { Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import { missing, type Rejection } from '../kernel/rejection.js'
import { eventAt } from '../ports/event-look-up.js'
import { eachEvent, type History, type Walk } from './each-event.js'
import { isInternalEvent } from './target-event-matcher.js'

/** An event with its consequences. */
export interface Consequence {
  readonly event: StoredEvent
  readonly ledTo: ReadonlyArray<Consequence>
}

/** Why an event happened, and what followed from it. */
export interface Explanation {
  readonly event: StoredEvent
  /** From the root cause down to the direct cause; empty where a request caused the event. */
  readonly causes: ReadonlyArray<StoredEvent>
  readonly ledTo: ReadonlyArray<Consequence>
  /** Other events of the same request, besides causes and consequences. */
  readonly besides: ReadonlyArray<StoredEvent>
}

/** The event at a position, read at once; undefined too where a store begins to read only at positions of events, and knows none before it. */
const standingAt = async ({ events, upTo }: History, position: Position): Promise<StoredEvent | undefined> => {
  if (upTo !== undefined && position > upTo) return undefined
  const read = await events.readAll({ after: (position - 1) as Position, limit: 1 })
  return read.kind === 'Read' ? read.events.find((event) => event.position === position) : undefined
}

/**
 * Finds an event by its id, its position, or its stream and revision (`deployment-7@0`). Rejections: `Missing`; `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.equal((await findEvent({ events: fixedHistory([]) }, 'label-1@0')).left.kind, 'Missing')
 */
export const findEvent = async (history: History, name: string): Promise<E.Either<Rejection, StoredEvent>> => {
  const nothing = E.left(missing(`the history has no event ${name}`))
  const [stream = '', revision] = name.split('@')
  if (revision !== undefined) {
    if (!/^\d{1,15}$/.test(revision)) return nothing
    const read = await eventAt(history.events, stream as StreamName, Number(revision) as Revision)
    if (E.isLeft(read)) return read
    const event = read.right
    return event === undefined || (history.upTo !== undefined && event.position > history.upTo)
      ? nothing
      : E.right(event)
  }
  const wanted = /^\d{1,16}$/.test(name) ? (Number(name) as Position) : undefined
  const there = wanted === undefined ? undefined : await standingAt(history, wanted)
  if (there !== undefined) return E.right(there)
  // What is asked for by its id happened lately more often than long ago.
  const walk: Walk = wanted === undefined ? { direction: 'backwards' } : {}
  let found: StoredEvent | undefined
  const walked = await eachEvent(history, walk, (event) => {
    const isIt = wanted === undefined ? event.id === name : event.position === wanted
    if (isIt) found = event
    return isIt || (wanted !== undefined && event.position > wanted) ? 'stop' : undefined
  })
  if (E.isLeft(walked)) return walked
  return found === undefined ? nothing : E.right(found)
}

/** The most events to look at on either side; default: all. */
export interface ExplainOptions {
  readonly most?: number
}

/** Events with the same correlation id, oldest first. Rejections: `Unavailable`. */
const correlated = async (
  history: History,
  { position, metadata: { correlationId } }: StoredEvent,
  { most = Number.POSITIVE_INFINITY }: ExplainOptions,
): Promise<E.Either<Rejection, ReadonlyArray<StoredEvent>>> => {
  const sides: Array<ReadonlyArray<StoredEvent>> = []
  for (const direction of ['backwards', 'forwards'] as const) {
    const found: Array<StoredEvent> = []
    const walked = await eachEvent(history, { after: position, direction, most }, (event) => {
      if (event.metadata.correlationId === correlationId && !isInternalEvent(event)) found.push(event)
      return undefined
    })
    if (E.isLeft(walked)) return walked
    sides.push(found)
  }
  const [before = [], after = []] = sides
  return E.right([...before.toReversed(), ...after])
}

const treeUnder = (
  { id }: StoredEvent,
  byCause: ReadonlyMap<string, ReadonlyArray<StoredEvent>>,
): ReadonlyArray<Consequence> => (byCause.get(id) ?? []).map((event) => ({ event, ledTo: treeUnder(event, byCause) }))

const flat = (tree: ReadonlyArray<Consequence>): ReadonlyArray<StoredEvent> =>
  tree.flatMap(({ event, ledTo }) => [event, ...flat(ledTo)])

/**
 * Explains why an event happened, and what followed from it. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const metadata = { at: '2024-03-01T09:00:00.000Z', actor: 'user:7', correlationId: 'one' }
 * const event = { stream: 'label-1', revision: 0, position: 1, id: 'one', type: 'LabelDeleted', version: 1, metadata, data: {} }
 * assert.equal((await explainEvent({ events: fixedHistory([event]) }, event))._tag, 'Right')
 */
export const explainEvent = async (
  history: History,
  event: StoredEvent,
  options: ExplainOptions = {},
): Promise<E.Either<Rejection, Explanation>> => {
  const others = await correlated(history, event, options)
  if (E.isLeft(others)) return others
  const byId = new Map(others.right.map((one) => [one.id as string, one]))
  const byCause = new Map<string, Array<StoredEvent>>()
  for (const one of others.right) {
    const { causationId } = one.metadata
    if (causationId !== undefined) byCause.set(causationId, [...(byCause.get(causationId) ?? []), one])
  }
  const causes: Array<StoredEvent> = []
  for (let at = event; at.metadata.causationId !== undefined; ) {
    const cause = byId.get(at.metadata.causationId)
    if (cause === undefined || causes.includes(cause)) break
    causes.unshift(cause)
    at = cause
  }
  const ledTo = treeUnder(event, byCause)
  const told = new Set([...causes, ...flat(ledTo)])
  return E.right({ event, causes, ledTo, besides: others.right.filter((one) => !told.has(one)) })
}
