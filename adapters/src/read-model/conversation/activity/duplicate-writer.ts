import { activityNumber } from '@forgefold/core/domains/conversation/activity'
import type { Database } from 'better-sqlite3'
import type { Action, ActivityWriter } from './activity-writer.js'

interface Known {
  readonly id: number
  readonly projectId: number
  readonly iid: number
  readonly confidential: number
}

/** Tells an issue, at one of its revisions, that it was closed in favour of another. */
export type WriteDuplicate = (duplicateId: number, revision: number, canonicalId: number, doing: Action) => void

/** Tells both issues that one is a duplicate of the other; what is confidential is told of to neither. */
export const makeDuplicateWriter = (db: Database, { say }: Pick<ActivityWriter, 'say'>): WriteDuplicate => {
  const knownOf = db.prepare<[number], Known>(
    `SELECT noteable_id AS id, project_id AS projectId, iid, confidential FROM remembered
     WHERE noteable_type = 'Issue' AND noteable_id = ?`,
  )
  return (duplicateId, revision, canonicalId, doing) => {
    const duplicate = knownOf.get(duplicateId)
    const canonical = knownOf.get(canonicalId)
    if (duplicate === undefined || canonical === undefined) return
    const tell = (kind: 'duplicate_of' | 'has_duplicate', to: Known, of: Known, index: number): void => {
      const number = activityNumber('Issue', duplicateId, revision, index)
      if (of.confidential === 1 || number === undefined) return
      const elsewhere = of.projectId === to.projectId ? {} : { projectId: of.projectId }
      say({ type: 'Issue', id: to.id }, { kind, by: 'Issue', iid: of.iid, ...elsewhere }, number, doing)
    }
    tell('duplicate_of', duplicate, canonical, 0)
    tell('has_duplicate', canonical, duplicate, 1)
  }
}
