import { type Documents, documentChanges, type History, type PointInTime, positionAt } from '@forgefold/core/audit'
import { type Position, type Rejection, unavailable } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { readAsOf } from '../http/as-of.js'
import { type DifferenceAnswer, differenceAnswer } from './answers.js'

type Answer<A> = Promise<E.Either<Rejection, A>>

/** Before anything happened. */
const NEVER = -1 as Position

/** What a question looks at: nothing yet, the instance as it stands, or a point in its history. */
export type Moment = 'never' | 'now' | PointInTime

/** Moments of a history as people name them, and the documents of then. */
export const momentsIn = (history: History, documents: Documents) => {
  const head = async (): Answer<Position> => {
    const read = await history.events.readAll({ direction: 'backwards', limit: 1 })
    if (read.kind !== 'Read') return E.left(unavailable(read.reason))
    return E.right(read.events[0]?.position ?? NEVER)
  }

  /** Reads a moment; what lies in the future is as things stand. */
  const momentOf = async (text: string): Answer<Moment> => {
    const asOf = readAsOf(text)
    const position = await positionAt(history, asOf?.kind === 'position' ? String(asOf.position) : text)
    if (E.isLeft(position)) return position
    const newest = await head()
    if (E.isLeft(newest)) return newest
    if (position.right === NEVER) return E.right('never')
    const at = asOf?.kind === 'instant' ? asOf.instant : undefined
    return E.right(position.right > newest.right ? 'now' : { position: position.right, at })
  }

  /** The history up to a moment. */
  const historyAt = (moment: Moment): History =>
    moment === 'now' ? history : { ...history, upTo: moment === 'never' ? NEVER : moment.position }

  const asOf = async (moment: Moment, paths: ReadonlyArray<string>): ReturnType<Documents['asOf']> =>
    moment === 'never'
      ? E.right(paths.map(() => undefined))
      : documents.asOf(moment === 'now' ? undefined : moment, paths)

  /** By default from the beginning until now. */
  const between = async (from: string | undefined, to: string | undefined): Answer<readonly [Moment, Moment]> => {
    const older = from === undefined ? E.right<Rejection, Moment>('never') : await momentOf(from)
    if (E.isLeft(older)) return older
    const newer = to === undefined ? E.right<Rejection, Moment>('now') : await momentOf(to)
    return E.isLeft(newer) ? newer : E.right([older.right, newer.right])
  }

  const differencesAt = async (
    [older, newer]: readonly [Moment, Moment],
    paths: ReadonlyArray<string>,
  ): Answer<ReadonlyArray<DifferenceAnswer>> => {
    const before = await asOf(older, paths)
    if (E.isLeft(before)) return before
    const after = await asOf(newer, paths)
    if (E.isLeft(after)) return after
    return E.right(paths.map((path, at) => differenceAnswer(path, documentChanges(before.right[at], after.right[at]))))
  }

  return { head, momentOf, historyAt, asOf, between, differencesAt }
}
