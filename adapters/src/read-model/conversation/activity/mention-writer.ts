import { shortReferences } from '@forgefold/core/domains/issuable'
import type { Database } from 'better-sqlite3'
import type { Action, ActivityTarget, ActivityWriter } from './activity-writer.js'

/** What is said: a text, and things of other places that it speaks of. */
export interface MentioningText {
  readonly text: string
  readonly speaksOf?: ReadonlyArray<ActivityTarget> | undefined
}

/** Where it stands: in a thing, or in a note about it. */
export type Mention = (
  source: ActivityTarget,
  speech: MentioningText,
  doing: Action,
  numberOf: (index: number) => number | undefined,
) => void

interface Source {
  readonly projectId: number
  readonly iid: number
  readonly confidential: number
}

/**
 * Tells things that others speak of them, once for each that does.
 *
 * A confidential issue tells nobody: who reads the other thing need not know of it.
 */
export const makeMentionWriter = (db: Database, { say }: Pick<ActivityWriter, 'say'>): Mention => {
  const sourceOf = db.prepare<[string, number], Source>(
    'SELECT project_id AS projectId, iid, confidential FROM remembered WHERE noteable_type = ? AND noteable_id = ?',
  )
  const named = db
    .prepare<[number, string, number], number>(
      'SELECT noteable_id FROM remembered WHERE project_id = ? AND noteable_type = ? AND iid = ?',
    )
    .pluck()
  const projectOf = db
    .prepare<[string, number], number>('SELECT project_id FROM remembered WHERE noteable_type = ? AND noteable_id = ?')
    .pluck()
  const note = db.prepare(
    'INSERT OR IGNORE INTO cross_references (target_type, target_id, source_type, source_id) VALUES (?, ?, ?, ?)',
  )
  return (source, { text, speaksOf = [] }, doing, numberOf) => {
    const references = shortReferences(text)
    const isSilent = references.length === 0 && speaksOf.length === 0
    const from = isSilent ? undefined : sourceOf.get(source.type, source.id)
    if (from === undefined || from.confidential === 1) return
    const near = references.flatMap(({ type, iid }): ReadonlyArray<ActivityTarget> => {
      const id = named.get(from.projectId, type, iid)
      return id === undefined ? [] : [{ type, id }]
    })
    let index = 0
    for (const { type, id } of [...near, ...speaksOf]) {
      const projectId = projectOf.get(type, id)
      if (projectId === undefined || (type === source.type && id === source.id)) continue
      if (note.run(type, id, source.type, source.id).changes === 0) continue
      const number = numberOf(index++)
      const elsewhere = projectId === from.projectId ? {} : { projectId: from.projectId }
      const told = { kind: 'mentioned', by: source.type, iid: from.iid, ...elsewhere } as const
      if (number !== undefined) say({ type, id }, told, number, doing)
    }
  }
}
