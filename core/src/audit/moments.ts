import * as E from 'fp-ts/lib/Either.js'
import type { Position } from '../kernel/envelope.js'
import { readInstant } from '../kernel/index.js'
import type { Rejection } from '../kernel/rejection.js'
import { lastEvent } from '../ports/event-look-up.js'
import { documentChanges, type FieldChange } from './document.js'
import type { Documents } from './documents.js'
import type { History } from './each-event.js'
import { type PointInTime, positionAt } from './point-in-time.js'

type Answer<A> = Promise<E.Either<Rejection, A>>

/** Before the first event. */
const NEVER = -1 as Position

/** The moment that a question looks at: before the first event, now, or a point in the history. */
export type Moment = 'never' | 'now' | PointInTime

/** The difference in the document at a path between two moments. */
export interface DocumentDifference {
  readonly path: string
  readonly changes: ReadonlyArray<FieldChange>
}

/** Reads moments of a history. All answers may be rejected as `Unavailable`. */
export interface Moments {
  /** The newest position. */
  readonly head: () => Answer<Position>
  /** Reads a moment; one in the future is the present. Rejections: `BadRequest`. */
  readonly momentOf: (text: string) => Answer<Moment>
  /** The history up to a moment. */
  readonly historyAt: (moment: Moment) => History
  readonly asOf: (moment: Moment, paths: ReadonlyArray<string>) => ReturnType<Documents['asOf']>
  /** Two moments; default: from the beginning until now. Rejections: `BadRequest`. */
  readonly between: (from: string | undefined, to: string | undefined) => Answer<readonly [Moment, Moment]>
  readonly differencesAt: (
    moments: readonly [Moment, Moment],
    paths: ReadonlyArray<string>,
  ) => Answer<ReadonlyArray<DocumentDifference>>
}

/**
 * Moments of a history as users name them, and the documents at these moments. `positionIn` reads positions that are not written as digits.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { fixedHistory } from '@forgefold/core/audit'
 * const event = { id: 'one', stream: 'label-1', revision: 0, position: 1, type: 'LabelDeleted', version: 1, metadata: {}, data: {} }
 * const documents = { asOf: async () => ({ _tag: 'Right', right: [{ name: 'bug' }] }) }
 * const moments = momentsIn({ events: fixedHistory([event]), pause }, documents)
 * const between = await moments.between(undefined, undefined)
 * const [difference] = (await moments.differencesAt(between.right, ['projects/7/labels/1'])).right
 * assert.equal(difference.changes[0].field, 'name')
 */
export const momentsIn = (
  history: History,
  documents: Pick<Documents, 'asOf'>,
  positionIn: (text: string) => Position | undefined = () => undefined,
): Moments => {
  const head: Moments['head'] = async () => {
    const last = await lastEvent(history.events)
    return E.isLeft(last) ? last : E.right(last.right?.position ?? NEVER)
  }

  const momentOf: Moments['momentOf'] = async (text) => {
    const word = text.trim()
    const named = /^\d+$/.test(word) ? word : positionIn(word)
    const position = await positionAt(history, named === undefined ? word : String(named))
    if (E.isLeft(position)) return position
    const newest = await head()
    if (E.isLeft(newest)) return newest
    if (position.right === NEVER) return E.right('never')
    if (position.right > newest.right) return E.right('now')
    return E.right({ position: position.right, at: named === undefined ? readInstant(word) : undefined })
  }

  const historyAt = (moment: Moment): History =>
    moment === 'now' ? history : { ...history, upTo: moment === 'never' ? NEVER : moment.position }

  const asOf: Moments['asOf'] = async (moment, paths) =>
    moment === 'never'
      ? E.right(paths.map(() => undefined))
      : documents.asOf(moment === 'now' ? undefined : moment, paths)

  const between: Moments['between'] = async (from, to) => {
    const older = from === undefined ? E.right<Rejection, Moment>('never') : await momentOf(from)
    if (E.isLeft(older)) return older
    const newer = to === undefined ? E.right<Rejection, Moment>('now') : await momentOf(to)
    return E.isLeft(newer) ? newer : E.right([older.right, newer.right])
  }

  const differencesAt: Moments['differencesAt'] = async ([older, newer], paths) => {
    const before = await asOf(older, paths)
    if (E.isLeft(before)) return before
    const after = await asOf(newer, paths)
    if (E.isLeft(after)) return after
    return E.right(paths.map((path, at) => ({ path, changes: documentChanges(before.right[at], after.right[at]) })))
  }

  return { head, momentOf, historyAt, asOf, between, differencesAt }
}
