import {
  type PipelineScheduleQueries,
  type PipelineScheduleRow,
  type PipelineScheduleVariable,
  pipelineSchedule,
} from '@forgefold/core/domains/delivery/pipeline-schedule'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = `s.id, s.project_id AS projectId, s.owner_id AS ownerId, s.description, s.ref, s.cron, s.timezone, s.active,
  s.next_run_at AS nextRunAt, s.created_at AS createdAt, s.updated_at AS updatedAt`

type Stored = Omit<PipelineScheduleRow, 'active'> & { readonly active: number }

const rowOf = (stored: Stored): PipelineScheduleRow => ({ ...stored, active: stored.active === 1 })

const queries = (db: Database): PipelineScheduleQueries => {
  const lists = new Lists(db)
  const find = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM pipeline_schedules s WHERE s.project_id = ? AND s.id = ?`,
  )
  const due = db.prepare<[string, number], Stored>(
    `SELECT ${COLUMNS} FROM pipeline_schedules s JOIN projects p ON p.id = s.project_id AND p.archived = 0
     WHERE s.active = 1 AND s.next_run_at <= ? ORDER BY s.next_run_at, s.id LIMIT ?`,
  )
  const variables = db.prepare<[number], PipelineScheduleVariable>(
    'SELECT key, type, value FROM pipeline_schedule_variables WHERE schedule_id = ? ORDER BY rowid',
  )
  return {
    find: (projectId, id) => {
      const stored = find.get(projectId, id)
      return stored === undefined ? undefined : rowOf(stored)
    },
    list: ({ projectId, active }, request) => {
      const where = [
        { sql: 's.project_id = ?', values: [projectId] },
        ...(active === undefined ? [] : [{ sql: 's.active = ?', values: [Number(active)] }]),
      ]
      const query = { select: COLUMNS, from: 'pipeline_schedules s', where, orderBy: 's.id' }
      const { rows, total } = lists.page<Stored>(query, request)
      return { rows: rows.map(rowOf), total }
    },
    due: (now, most) => due.all(now, most).map(rowOf),
    variables: (id) => variables.all(id),
  }
}

/** Pipeline schedules in the read model. */
export const pipelineSchedules: Projection = {
  name: 'pipeline_schedules',
  version: 1,
  schema: `
    CREATE TABLE pipeline_schedules (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      owner_id INTEGER NOT NULL,
      description TEXT NOT NULL,
      ref TEXT NOT NULL,
      cron TEXT NOT NULL,
      timezone TEXT NOT NULL,
      active INTEGER NOT NULL,
      next_run_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX pipeline_schedules_by_project ON pipeline_schedules (project_id, id);
    CREATE INDEX pipeline_schedules_by_time ON pipeline_schedules (next_run_at) WHERE active = 1;
    CREATE TABLE pipeline_schedule_variables (
      schedule_id INTEGER NOT NULL,
      key TEXT NOT NULL,
      type TEXT NOT NULL,
      value TEXT NOT NULL,
      UNIQUE (schedule_id, key)
    ) STRICT;
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO pipeline_schedules
         (id, project_id, owner_id, description, ref, cron, timezone, active, next_run_at, created_at, updated_at)
       VALUES (@id, @projectId, @ownerId, @description, @ref, @cron, @timezone, @active, @nextRunAt, @at, @at)`,
    )
    const change = db.prepare(
      `UPDATE pipeline_schedules SET description = coalesce(@description, description), ref = coalesce(@ref, ref),
         cron = coalesce(@cron, cron), timezone = coalesce(@timezone, timezone), active = coalesce(@active, active),
         updated_at = @at WHERE id = @id`,
    )
    const setNext = db.prepare('UPDATE pipeline_schedules SET next_run_at = ?, updated_at = ? WHERE id = ?')
    const setOwner = db.prepare('UPDATE pipeline_schedules SET owner_id = ?, updated_at = ? WHERE id = ?')
    const remove = db.prepare('DELETE FROM pipeline_schedules WHERE id = ?')
    const set = db.prepare(
      `INSERT INTO pipeline_schedule_variables (schedule_id, key, type, value) VALUES (@id, @key, @type, @value)
       ON CONFLICT (schedule_id, key) DO UPDATE SET type = @type, value = @value`,
    )
    const unset = db.prepare('DELETE FROM pipeline_schedule_variables WHERE schedule_id = ? AND key = ?')
    const unsetAll = db.prepare('DELETE FROM pipeline_schedule_variables WHERE schedule_id = ?')
    return [
      handle(context, pipelineSchedule, {
        PipelineScheduleCreated: (data, { stream, metadata: { at } }) => {
          insert.run({ ...data, active: Number(data.active), id: idOf(stream), at })
        },
        PipelineScheduleChanged: (changes, { stream, metadata: { at } }) => {
          const { description = null, ref = null, cron = null, timezone = null, active } = changes
          const id = idOf(stream)
          change.run({ id, at, description, ref, cron, timezone, active: active === undefined ? null : Number(active) })
          if (changes.nextRunAt !== undefined) setNext.run(changes.nextRunAt, at, id)
        },
        PipelineScheduleTaken: ({ ownerId }, { stream, metadata: { at } }) => {
          setOwner.run(ownerId, at, idOf(stream))
        },
        PipelineScheduleRan: ({ nextRunAt }, { stream, metadata: { at } }) => {
          setNext.run(nextRunAt, at, idOf(stream))
        },
        PipelineScheduleVariableSet: (data, { stream }) => {
          set.run({ ...data, id: Number(idOf(stream)) })
        },
        PipelineScheduleVariableRemoved: ({ key }, { stream }) => {
          unset.run(idOf(stream), key)
        },
        PipelineScheduleDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
          unsetAll.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { pipelineSchedules: queries },
}
