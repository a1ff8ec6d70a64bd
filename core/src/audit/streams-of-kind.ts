import * as E from 'fp-ts/lib/Either.js'
import { type Category, categoryOf, type StreamName, streamName } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import { firstEventOf } from '../ports/event-look-up.js'
import { eachEvent, type History } from './each-event.js'
import { referencesOf } from './event-references.js'

/** What is known of a subject whose streams are sought. */
export interface KindOfThing {
  readonly kind: Category
  /** Its number, where its stream is named by it. */
  readonly id: string | number | undefined
  /** The streams of its parents; empty where it has none. */
  readonly within: ReadonlyArray<StreamName>
}

/**
 * The streams that may hold a subject: the one with its number, or else all of its kind that refer to its parents. Where its kind is that of a
 * parent, it is a part of that. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const labels = { kind: 'label', id: undefined, within: [] }
 * assert.deepEqual((await streamsOfKind({ events: fixedHistory([]) }, labels)).right, [])
 */
export const streamsOfKind = async (
  history: History,
  { kind, id, within }: KindOfThing,
): Promise<E.Either<Rejection, ReadonlyArray<StreamName>>> => {
  if (id !== undefined) {
    const own = streamName(kind, id)
    const first = await firstEventOf(history.events, own)
    if (E.isLeft(first)) return first
    if (first.right !== undefined) return E.right([own])
  }
  if (within.some((stream) => categoryOf(stream) === kind)) return E.right(within)
  const found = new Set<StreamName>()
  const walked = await eachEvent(history, { filter: { categories: [kind] } }, (event) => {
    const named = referencesOf(event)
    if (within.length === 0 || within.some((stream) => named.has(stream))) found.add(event.stream)
    return undefined
  })
  return E.isLeft(walked) ? walked : E.right([...found])
}
