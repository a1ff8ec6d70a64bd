import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Statements } from '../../engine/paging.js'

/** When an event happened. */
export const at = (event: StoredEvent): string => event.metadata.at

/** The id of an event's merge request. */
export const id = (event: StoredEvent): string => idOf(event.stream)

/** A flag as SQLite stores it; null and undefined are unchanged. */
export const bit = <A extends null | undefined = never>(flag: boolean | A): number | A =>
  typeof flag === 'boolean' ? Number(flag) : flag

/** Values by column; column names come from the schema, never from input. */
export type Patch = Readonly<Record<string, string | number | null>>

/** Whether a change counts as an update of the merge request. */
export type Counting = 'updates' | 'touches'

/** Updates rows of merge requests; every change gives the row a new edition. */
export interface RowWriter {
  /** `updates`: it counts as an update of the merge request; `touches`: it does not. */
  readonly patch: (event: StoredEvent, values: Patch, counting?: Counting) => void
  /** Displayed data of the merge request changed elsewhere; if that counts as an update, when: the time is never moved back. */
  readonly renew: (id: number, updatedAt?: string) => void
}

/** Writes the rows of merge requests. */
export const rowWriter = (db: Database): RowWriter => {
  const statements = new Statements(db)
  const renew = db.prepare(
    'UPDATE merge_requests SET edition = edition + 1, updated_at = max(updated_at, coalesce(?, updated_at)) WHERE id = ?',
  )
  return {
    patch: (event, values, counting = 'updates') => {
      const { at } = event.metadata
      const times = counting === 'updates' ? { touched_at: at, updated_at: at } : { touched_at: at }
      const all: Patch = Object.assign({}, values, times)
      const sets = Object.keys(all).map((column) => `${column} = ?`)
      statements
        .get(`UPDATE merge_requests SET ${sets.join(', ')}, edition = edition + 1 WHERE id = ?`)
        .run(...Object.values(all), idOf(event.stream))
    },
    renew: (id, updatedAt) => {
      renew.run(updatedAt ?? null, id)
    },
  }
}

/** An ordered list of users of a merge request. */
export interface PeopleWriter {
  readonly set: (id: string, userIds: ReadonlyArray<number>, at: string) => void
  readonly add: (id: string, userId: number, at: string) => void
  readonly remove: (id: string, userId: number) => void
  readonly clear: (id: string) => void
}

/** Writes one list of users of merge requests. */
export const peopleWriter = (db: Database, table: string): PeopleWriter => {
  const insert = db.prepare(
    `INSERT INTO ${table} (merge_request_id, user_id, place, state, created_at) VALUES (?, ?, ?, 'unreviewed', ?)
     ON CONFLICT (merge_request_id, user_id) DO UPDATE SET place = excluded.place`,
  )
  const next = db
    .prepare<[string], number>(`SELECT coalesce(max(place), -1) + 1 FROM ${table} WHERE merge_request_id = ?`)
    .pluck()
  const remove = db.prepare(`DELETE FROM ${table} WHERE merge_request_id = ? AND user_id = ?`)
  const others = db.prepare(
    `DELETE FROM ${table} WHERE merge_request_id = ? AND user_id NOT IN (SELECT value FROM json_each(?))`,
  )
  const clear = db.prepare(`DELETE FROM ${table} WHERE merge_request_id = ?`)
  return {
    set: (id, userIds, at) => {
      others.run(id, JSON.stringify(userIds))
      userIds.forEach((userId, place) => {
        insert.run(id, userId, place, at)
      })
    },
    add: (id, userId, at) => {
      insert.run(id, userId, next.get(id) ?? 0, at)
    },
    remove: (id, userId) => {
      remove.run(id, userId)
    },
    clear: (id) => {
      clear.run(id)
    },
  }
}

/** The searchable texts of merge requests. */
export interface TextWriter {
  readonly set: (id: string, title: string, description: string | null) => void
  readonly remove: (id: string) => void
}

/** Writes the searchable texts of merge requests. */
export const textWriter = (db: Database): TextWriter => {
  const insert = db.prepare('INSERT OR REPLACE INTO merge_request_texts (rowid, title, description) VALUES (?, ?, ?)')
  const remove = db.prepare('DELETE FROM merge_request_texts WHERE rowid = ?')
  return {
    set: (id, title, description) => {
      insert.run(Number(id), title, description ?? '')
    },
    remove: (id) => {
      remove.run(Number(id))
    },
  }
}
