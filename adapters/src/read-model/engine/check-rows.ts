import { join } from 'node:path'
import { isCheckpointOfStore } from '@forgefold/core/app'
import { eachEvent, historyUntil } from '@forgefold/core/audit'
import type { Position } from '@forgefold/core/kernel'
import type { EventStore, PersonalData } from '@forgefold/core/ports'
import SqliteDatabase from 'better-sqlite3'
import * as E from 'fp-ts/lib/Either.js'
import { storedPosition } from './checkpoint-guard.js'
import { hasCurrentFingerprint } from './database.js'
import { type RowDifference, rowDifference } from './row-difference.js'
import { makeReadModel } from './running-read-model.js'

/** The result of comparing the rows of a read model with its events. */
export type RowCheck =
  | { readonly kind: 'Agree'; readonly upTo: Position }
  | ({ readonly kind: 'Differ' } & RowDifference)
  /** Not comparable: there are no rows, or they were made by other code or from another history; the next start rebuilds them. */
  | { readonly kind: 'NotComparable' }

export interface RowCheckOptions {
  /** The file of the read model; a server may be using it. */
  readonly file: string
  readonly store: EventStore
  readonly personalData: PersonalData
  /** An empty folder with room for two copies of the read model; the caller removes it. */
  readonly scratch: string
  readonly pause: (milliseconds: number) => Promise<void>
  readonly onProgress?: (position: Position) => void
}

/** A copy of the committed rows in a file of their own. Throws if the file is not a database. */
const copied = (file: string, to: string): string => {
  const db = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  try {
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
  return to
}

/** Brings the rows of a file up to a position, creating the file if necessary. */
const bringTo = async (file: string, position: Position, options: RowCheckOptions): Promise<void> => {
  const { store, personalData, onProgress } = options
  const rows = makeReadModel({
    file,
    store: historyUntil(store, position),
    personalData,
    durability: 'temporary',
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  try {
    await rows.projector.start()
  } finally {
    await rows.close()
  }
}

/** The position of the last erasure of a user after a position; undefined if there was none. Throws if the store does not answer. */
const lastErasure = async ({ store, pause }: RowCheckOptions, after: Position): Promise<Position | undefined> => {
  let last: Position | undefined
  const walked = await eachEvent({ events: store, pause }, { after, filter: { types: ['UserErased'] } }, (event) => {
    last = event.position
    return undefined
  })
  if (E.isLeft(walked)) throw new Error('the event store does not answer')
  return last
}

/**
 * Makes the rows anew from the events up to where the read model stands, and compares them one by one. An erased person is not in rows that
 * are made anew, wherever they end: so where a user was erased since, both are first brought to that event.
 *
 * @example
 * assert.equal(typeof checkRows, 'function')
 */
export const checkRows = async (options: RowCheckOptions): Promise<RowCheck> => {
  const { store, scratch, pause } = options
  const kept = copied(options.file, join(scratch, 'kept.sqlite'))
  const made = join(scratch, 'made.sqlite')
  const db = new SqliteDatabase(kept, { readonly: true })
  const place = hasCurrentFingerprint(db) ? storedPosition(db) : undefined
  db.close()
  if (place === undefined || !(await isCheckpointOfStore(place, store, pause))) return { kind: 'NotComparable' }
  let upTo = place.position
  await bringTo(made, upTo, options)
  for (let erased = await lastErasure(options, upTo); erased !== undefined; erased = await lastErasure(options, upTo)) {
    upTo = erased
    await bringTo(kept, upTo, options)
    await bringTo(made, upTo, options)
  }
  const found = rowDifference(kept, made)
  return found === undefined ? { kind: 'Agree', upTo } : { kind: 'Differ', ...found }
}
