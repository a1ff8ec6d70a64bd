import type { PairNote } from '@forgefold/core/domains/conversation/activity'
import type { Database } from 'better-sqlite3'
import type { Action, ActivityWriter } from './activity-writer.js'

interface Known {
  readonly id: number
  readonly projectId: number
  readonly iid: number
  readonly confidential: number
}

/** The texts of the notes on both issues. */
export type PairNotes = readonly [on: PairNote, onOther: PairNote]

/** Writes the system notes about relations of issues. */
export type WritePair = (
  kinds: PairNotes,
  id: number,
  otherId: number,
  action: Action,
  numberOf: (index: number) => number | undefined,
) => void

/** Writes a note on both issues, each naming the other; none names a confidential issue. */
export const makePairWriter = (db: Database, { writeElsewhere }: Pick<ActivityWriter, 'writeElsewhere'>): WritePair => {
  const knownOf = db.prepare<[number], Known>(
    `SELECT noteable_id AS id, project_id AS projectId, iid, confidential FROM remembered
     WHERE noteable_type = 'Issue' AND noteable_id = ?`,
  )
  return ([on, onOther], id, otherId, action, numberOf) => {
    const one = knownOf.get(id)
    const other = knownOf.get(otherId)
    if (one === undefined || other === undefined) return
    const note = (kind: PairNote, to: Known, of: Known, index: number): void => {
      const number = numberOf(index)
      if (of.confidential === 1 || number === undefined) return
      const elsewhere = of.projectId === to.projectId ? {} : { projectId: of.projectId }
      writeElsewhere({ type: 'Issue', id: to.id }, { kind, by: 'Issue', iid: of.iid, ...elsewhere }, number, action)
    }
    note(on, one, other, 0)
    note(onOther, other, one, 1)
  }
}
