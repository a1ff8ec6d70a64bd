import type { Database } from 'better-sqlite3'
import type { Action, ActivityWriter } from './activity-writer.js'

interface Known {
  readonly id: number
  readonly projectId: number
  readonly iid: number
  readonly confidential: number
}

/** Writes the notes about an issue that was closed in favour of another. */
export type WriteDuplicate = (
  duplicateId: number,
  canonicalId: number,
  action: Action,
  numberOf: (index: number) => number | undefined,
) => void

/** Writes a note on both issues that one is a duplicate of the other; none names a confidential issue. */
export const makeDuplicateWriter = (db: Database, { writeNote }: Pick<ActivityWriter, 'writeNote'>): WriteDuplicate => {
  const knownOf = db.prepare<[number], Known>(
    `SELECT noteable_id AS id, project_id AS projectId, iid, confidential FROM remembered
     WHERE noteable_type = 'Issue' AND noteable_id = ?`,
  )
  return (duplicateId, canonicalId, action, numberOf) => {
    const duplicate = knownOf.get(duplicateId)
    const canonical = knownOf.get(canonicalId)
    if (duplicate === undefined || canonical === undefined) return
    const note = (kind: 'duplicate_of' | 'has_duplicate', to: Known, of: Known, index: number): void => {
      const number = numberOf(index)
      if (of.confidential === 1 || number === undefined) return
      const elsewhere = of.projectId === to.projectId ? {} : { projectId: of.projectId }
      writeNote({ type: 'Issue', id: to.id }, { kind, by: 'Issue', iid: of.iid, ...elsewhere }, number, action)
    }
    note('duplicate_of', duplicate, canonical, 0)
    note('has_duplicate', canonical, duplicate, 1)
  }
}
