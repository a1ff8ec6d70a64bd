import type { ActivityQueries, ResourceEventRow } from '@forgefold/core/domains/conversation/activity'
import type { Database } from 'better-sqlite3'
import { Lists } from '../../engine/paging.js'

const COLUMNS = `id, kind, noteable_type AS noteableType, noteable_id AS noteableId, user_id AS userId,
  subject_id AS subjectId, action, weight, created_at AS createdAt`

/** Queries of activity. */
export const activityQueries = (db: Database): ActivityQueries => {
  const lists = new Lists(db)
  const one = db.prepare<[number, string, string, number], ResourceEventRow>(
    `SELECT ${COLUMNS} FROM resource_events WHERE id = ? AND kind = ? AND noteable_type = ? AND noteable_id = ?`,
  )
  const mentioning = db
    .prepare<[string, number, string], number>(
      `SELECT source_id FROM cross_references WHERE target_type = ? AND target_id = ? AND source_type = ?
       ORDER BY source_id`,
    )
    .pluck()
  return {
    resourceEvents: ({ noteableType, noteableId, kind }, page) => {
      const where = [
        { sql: 'noteable_type = ? AND noteable_id = ? AND kind = ?', values: [noteableType, noteableId, kind] },
      ]
      return lists.page<ResourceEventRow>(
        { select: COLUMNS, from: 'resource_events', where, orderBy: 'created_at, id' },
        page,
      )
    },
    resourceEvent: (kind, type, noteableId, id) => one.get(id, kind, type, noteableId),
    mentioning: (type, id, by) => mentioning.all(type, id, by),
  }
}
