import {
  type FreezePeriodQueries,
  type FreezePeriodRow,
  freezePeriod,
} from '@forgefold/core/domains/delivery/freeze-period'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = `id, project_id AS projectId, start_cron AS start, end_cron AS "end", timezone, created_at AS createdAt,
  updated_at AS updatedAt`

const queries = (db: Database): FreezePeriodQueries => {
  const lists = new Lists(db)
  const find = db.prepare<[number, number], FreezePeriodRow>(
    `SELECT ${COLUMNS} FROM freeze_periods WHERE project_id = ? AND id = ?`,
  )
  const ofProject = db.prepare<[number], FreezePeriodRow>(
    `SELECT ${COLUMNS} FROM freeze_periods WHERE project_id = ? ORDER BY id`,
  )
  return {
    find: (projectId, id) => find.get(projectId, id),
    list: (projectId, page) => {
      const where = [{ sql: 'project_id = ?', values: [projectId] }]
      return lists.page<FreezePeriodRow>({ select: COLUMNS, from: 'freeze_periods', where, orderBy: 'id' }, page)
    },
    ofProject: (projectId) => ofProject.all(projectId),
  }
}

/** Freeze periods in the read model. */
export const freezePeriods: Projection = {
  name: 'freeze_periods',
  version: 1,
  schema: `
    CREATE TABLE freeze_periods (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      start_cron TEXT NOT NULL,
      end_cron TEXT NOT NULL,
      timezone TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX freeze_periods_by_project ON freeze_periods (project_id, id);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT INTO freeze_periods (id, project_id, start_cron, end_cron, timezone, created_at, updated_at)
       VALUES ($id, $projectId, $start, $end, $timezone, $at, $at)`,
    )
    const update = context.db.prepare(
      `UPDATE freeze_periods SET start_cron = coalesce($start, start_cron), end_cron = coalesce($end, end_cron),
         timezone = coalesce($timezone, timezone), updated_at = $at WHERE id = $id`,
    )
    const remove = context.db.prepare('DELETE FROM freeze_periods WHERE id = ?')
    return [
      handle(context, freezePeriod, {
        FreezePeriodCreated: (data, { stream, metadata: { at } }) => {
          insert.run({ ...data, id: idOf(stream), at })
        },
        FreezePeriodChanged: ({ start = null, end = null, timezone = null }, { stream, metadata: { at } }) => {
          update.run({ start, end, timezone, id: idOf(stream), at })
        },
        FreezePeriodDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { freezePeriods: queries },
}
