import { join } from 'node:path'
import { isOfStore } from '@forgefold/core/app'
import { historyUntil } from '@forgefold/core/audit'
import type { Position } from '@forgefold/core/kernel'
import type { EventStore, PersonalData } from '@forgefold/core/ports'
import SqliteDatabase from 'better-sqlite3'
import { storedPosition } from './checkpoint-guard.js'
import { isOfThisCode } from './database.js'
import { makeReadModel } from './open.js'
import { type RowDifference, rowDifference } from './row-difference.js'

/** What became of comparing the rows of a read model with its events. */
export type RowCheck =
  | { readonly kind: 'Agree'; readonly upTo: Position }
  | ({ readonly kind: 'Differ' } & RowDifference)
  /** They say nothing: there are none, other code made them, or out of another history; the next start makes them anew. */
  | { readonly kind: 'NotComparable' }

export interface RowCheckOptions {
  /** The file of the read model; a server may be at work on it. */
  readonly file: string
  readonly store: EventStore
  readonly personalData: PersonalData
  /** An empty folder with room for the read model twice; the caller removes it. */
  readonly scratch: string
  readonly pause: (milliseconds: number) => Promise<void>
  readonly onProgress?: (position: Position) => void
}

/** The rows as they are committed now, in a file of their own. Throws where the file is none. */
const copied = (file: string, to: string): string => {
  const db = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  try {
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
  return to
}

/** Makes the rows anew from the events up to where the read model stands, and compares them one by one. */
export const checkRows = async (options: RowCheckOptions): Promise<RowCheck> => {
  const { store, personalData, scratch, pause, onProgress } = options
  const kept = copied(options.file, join(scratch, 'kept.sqlite'))
  const db = new SqliteDatabase(kept, { readonly: true })
  const place = isOfThisCode(db) ? storedPosition(db) : undefined
  db.close()
  if (place === undefined || !(await isOfStore(place, store, pause))) return { kind: 'NotComparable' }
  const made = makeReadModel({
    file: join(scratch, 'made.sqlite'),
    store: historyUntil(store, place.position),
    personalData,
    use: 'passing',
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  try {
    await made.projector.start()
  } finally {
    await made.close()
  }
  const found = rowDifference(kept, join(scratch, 'made.sqlite'))
  return found === undefined ? { kind: 'Agree', upTo: place.position } : { kind: 'Differ', ...found }
}
