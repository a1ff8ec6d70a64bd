import { thingReferences } from '@forgefold/core/domains/activity'
import type { Database } from 'better-sqlite3'
import type { Doing, Teller, Thing } from './teller.js'

/** Where a text stands: in a thing, or in a note about it. */
export type Mention = (
  source: Thing,
  text: string,
  doing: Doing,
  numberOf: (index: number) => number | undefined,
) => void

interface Source {
  readonly projectId: number
  readonly iid: number
  readonly confidential: number
}

/**
 * Tells things that others of their project speak of them, once for each that does.
 *
 * A confidential issue tells nobody: who reads the other thing need not know of it.
 */
export const makeMentioner = (db: Database, { say }: Pick<Teller, 'say'>): Mention => {
  const sourceOf = db.prepare<[string, number], Source>(
    'SELECT project_id AS projectId, iid, confidential FROM remembered WHERE noteable_type = ? AND noteable_id = ?',
  )
  const named = db
    .prepare<[number, string, number], number>(
      'SELECT noteable_id FROM remembered WHERE project_id = ? AND noteable_type = ? AND iid = ?',
    )
    .pluck()
  const note = db.prepare(
    'INSERT OR IGNORE INTO cross_references (target_type, target_id, source_type, source_id) VALUES (?, ?, ?, ?)',
  )
  return (source, text, doing, numberOf) => {
    const references = thingReferences(text)
    const from = references.length === 0 ? undefined : sourceOf.get(source.type, source.id)
    if (from === undefined || from.confidential === 1) return
    let index = 0
    for (const { type, iid } of references) {
      const id = named.get(from.projectId, type, iid)
      if (id === undefined || (type === source.type && id === source.id)) continue
      if (note.run(type, id, source.type, source.id).changes === 0) continue
      const number = numberOf(index++)
      if (number !== undefined) say({ type, id }, { kind: 'mentioned', by: source.type, iid: from.iid }, number, doing)
    }
  }
}
