import { shortReferences } from '@forgefold/core/domains/issuable'
import type { Database } from 'better-sqlite3'
import type { Action, ActivityTarget, ActivityWriter } from './activity-writer.js'

/** A text, and the issuables of other projects that it refers to. */
export interface MentioningText {
  readonly text: string
  readonly speaksOf?: ReadonlyArray<ActivityTarget> | undefined
}

/** Records the mentions in a text of an issuable or of a note on it. */
export type RecordMentions = (
  source: ActivityTarget,
  mentioning: MentioningText,
  action: Action,
  numberOf: (index: number) => number | undefined,
) => void

/** Whether a text can refer to an issuable at all: most notes do not. */
export const mayMention = ({ text, speaksOf = [] }: MentioningText): boolean =>
  speaksOf.length > 0 || text.includes('#') || text.includes('!')

interface Source {
  readonly projectId: number
  readonly iid: number
  readonly confidential: number
}

/**
 * Writes a note on each issuable that a text mentions, once for each source.
 *
 * Mentions by a confidential issue are not written: readers of the other issuable may not be allowed to know of it.
 */
export const makeMentionWriter = (
  db: Database,
  { writeElsewhere }: Pick<ActivityWriter, 'writeElsewhere'>,
): RecordMentions => {
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
  const insertReference = db.prepare(
    'INSERT OR IGNORE INTO cross_references (target_type, target_id, source_type, source_id) VALUES (?, ?, ?, ?)',
  )
  const targetsIn = (
    projectId: number,
    references: ReturnType<typeof shortReferences>,
  ): ReadonlyArray<ActivityTarget> =>
    references.flatMap(({ type, iid }) => {
      const id = named.get(projectId, type, iid)
      return id === undefined ? [] : [{ type, id }]
    })
  /** False where the target is the source itself, or is already known to be mentioned by it. */
  const isNewReference = (target: ActivityTarget, source: ActivityTarget): boolean =>
    !(target.type === source.type && target.id === source.id) &&
    insertReference.run(target.type, target.id, source.type, source.id).changes > 0

  return (source, { text, speaksOf = [] }, action, numberOf) => {
    const references = shortReferences(text)
    if (references.length === 0 && speaksOf.length === 0) return
    const from = sourceOf.get(source.type, source.id)
    if (from === undefined || from.confidential === 1) return
    let index = 0
    for (const target of [...targetsIn(from.projectId, references), ...speaksOf]) {
      const projectId = projectOf.get(target.type, target.id)
      if (projectId === undefined || !isNewReference(target, source)) continue
      const number = numberOf(index++)
      const elsewhere = projectId === from.projectId ? {} : { projectId: from.projectId }
      const note = { kind: 'mentioned', by: source.type, iid: from.iid, ...elsewhere } as const
      if (number !== undefined) writeElsewhere(target, note, number, action)
    }
  }
}
