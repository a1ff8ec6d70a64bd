import {
  type PipelineTriggerQueries,
  type PipelineTriggerRow,
  pipelineTrigger,
} from '@forgefold/core/domains/delivery/pipeline-trigger'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = `t.id, t.project_id AS projectId, t.owner_id AS ownerId, t.description, t.token, t.created_at AS createdAt,
  t.updated_at AS updatedAt, (SELECT max(p.created_at) FROM pipelines p WHERE p.trigger_id = t.id) AS lastUsed`

const queries = (db: Database): PipelineTriggerQueries => {
  const lists = new Lists(db)
  const find = db.prepare<[number, number], PipelineTriggerRow>(
    `SELECT ${COLUMNS} FROM pipeline_triggers t WHERE t.project_id = ? AND t.id = ?`,
  )
  const byDigest = db.prepare<[string], PipelineTriggerRow>(
    `SELECT ${COLUMNS} FROM pipeline_triggers t WHERE t.digest = ?`,
  )
  return {
    find: (projectId, id) => find.get(projectId, id),
    byDigest: (digest) => byDigest.get(digest),
    list: (projectId, request) => {
      const where = [{ sql: 't.project_id = ?', values: [projectId] }]
      const query = { select: COLUMNS, from: 'pipeline_triggers t', where, orderBy: 't.id' }
      return lists.page<PipelineTriggerRow>(query, request)
    },
  }
}

/** Pipeline triggers in the read model. */
export const pipelineTriggers: Projection = {
  name: 'pipeline_triggers',
  version: 1,
  schema: `
    CREATE TABLE pipeline_triggers (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      owner_id INTEGER NOT NULL,
      description TEXT NOT NULL,
      digest TEXT NOT NULL,
      token TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX pipeline_triggers_by_project ON pipeline_triggers (project_id, id);
    CREATE INDEX pipeline_triggers_by_digest ON pipeline_triggers (digest);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO pipeline_triggers (id, project_id, owner_id, description, digest, token, created_at, updated_at)
       VALUES (@id, @projectId, @ownerId, @description, @digest, @token, @at, @at)`,
    )
    const change = db.prepare('UPDATE pipeline_triggers SET description = ?, updated_at = ? WHERE id = ?')
    const remove = db.prepare('DELETE FROM pipeline_triggers WHERE id = ?')
    return [
      handle(context, pipelineTrigger, {
        TriggerCreated: (data, { stream, metadata: { at } }) => {
          insert.run({ ...data, id: idOf(stream), at })
        },
        TriggerChanged: ({ description }, { stream, metadata: { at } }) => {
          change.run(description, at, idOf(stream))
        },
        TriggerDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { pipelineTriggers: queries },
}
