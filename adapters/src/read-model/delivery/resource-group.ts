import {
  type ResourceGroupQueries,
  type ResourceGroupRow,
  resourceGroup,
} from '@forgefold/core/domains/delivery/resource-group'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = `id, project_id AS projectId, "key", process_mode AS processMode, job_id AS jobId, created_at AS createdAt,
  updated_at AS updatedAt`

const queries = (db: Database): ResourceGroupQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], ResourceGroupRow>(`SELECT ${COLUMNS} FROM resource_groups WHERE id = ?`)
  const named = db.prepare<[number, string], ResourceGroupRow>(
    `SELECT ${COLUMNS} FROM resource_groups WHERE project_id = ? AND "key" = ?`,
  )
  return {
    byId: (id) => byId.get(id),
    named: (projectId, key) => named.get(projectId, key),
    list: (projectId, page) => {
      const where = [{ sql: 'project_id = ?', values: [projectId] }]
      return lists.page<ResourceGroupRow>({ select: COLUMNS, from: 'resource_groups', where, orderBy: 'id' }, page)
    },
  }
}

/** Resource groups in the read model. */
export const resourceGroups: Projection = {
  name: 'resource_groups',
  version: 1,
  schema: `
    CREATE TABLE resource_groups (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      "key" TEXT NOT NULL,
      process_mode TEXT NOT NULL,
      job_id INTEGER,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX resource_groups_by_project ON resource_groups (project_id, id);
    CREATE UNIQUE INDEX resource_groups_by_key ON resource_groups (project_id, "key");
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT INTO resource_groups (id, project_id, "key", process_mode, created_at, updated_at)
       VALUES ($id, $projectId, $key, 'unordered', $at, $at)`,
    )
    const change = context.db.prepare(
      'UPDATE resource_groups SET process_mode = $processMode, updated_at = $at WHERE id = $id',
    )
    const assign = context.db.prepare('UPDATE resource_groups SET job_id = $jobId WHERE id = $id')
    return [
      handle(context, resourceGroup, {
        ResourceGroupCreated: (data, { stream, metadata: { at } }) => {
          insert.run({ ...data, id: idOf(stream), at })
        },
        ProcessModeChanged: ({ processMode }, { stream, metadata: { at } }) => {
          change.run({ processMode, id: idOf(stream), at })
        },
        ResourceAssigned: ({ jobId }, { stream }) => {
          assign.run({ jobId, id: idOf(stream) })
        },
        ResourceReleased: (_, { stream }) => {
          assign.run({ jobId: null, id: idOf(stream) })
        },
      }),
    ]
  },
  queries: { resourceGroups: queries },
}
