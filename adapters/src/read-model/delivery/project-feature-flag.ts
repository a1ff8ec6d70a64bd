import {
  type ProjectFeatureFlagQueries,
  type ProjectFeatureFlagRow,
  projectFeatureFlag,
  type Strategy,
} from '@forgefold/core/domains/delivery/project-feature-flag'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

type Stored = Omit<ProjectFeatureFlagRow, 'active' | 'strategies'> & {
  readonly active: number
  readonly strategies: string
}

const COLUMNS = `id, project_id AS projectId, name, description, active, strategies, created_at AS createdAt,
  updated_at AS updatedAt`

const rowOf = (stored: Stored): ProjectFeatureFlagRow => ({
  ...stored,
  active: stored.active === 1,
  strategies: JSON.parse(stored.strategies) as ReadonlyArray<Strategy>,
})

const queries = (db: Database): ProjectFeatureFlagQueries => {
  const lists = new Lists(db)
  const named = db.prepare<[number, string], Stored>(
    `SELECT ${COLUMNS} FROM project_feature_flags WHERE project_id = ? AND name = ?`,
  )
  const using = db
    .prepare<[number, number], number>(
      `SELECT 1 FROM project_feature_flags f, json_each(f.strategies) s
       WHERE f.project_id = ? AND json_extract(s.value, '$.userListId') = ? LIMIT 1`,
    )
    .pluck()
  return {
    named: (projectId, name) => {
      const stored = named.get(projectId, name)
      return stored === undefined ? undefined : rowOf(stored)
    },
    list: ({ projectId, active }, page) => {
      const where = [
        { sql: 'project_id = ?', values: [projectId] },
        ...(active === undefined ? [] : [{ sql: 'active = ?', values: [active ? 1 : 0] }]),
      ]
      const from = 'project_feature_flags'
      const { rows, total } = lists.page<Stored>({ select: COLUMNS, from, where, orderBy: 'name' }, page)
      return { rows: rows.map(rowOf), total }
    },
    usesList: (projectId, userListId) => using.get(projectId, userListId) !== undefined,
  }
}

/** Feature flags of projects in the read model. */
export const projectFeatureFlags: Projection = {
  name: 'project_feature_flags',
  version: 1,
  schema: `
    CREATE TABLE project_feature_flags (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      description TEXT,
      active INTEGER NOT NULL,
      strategies TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX project_feature_flags_by_project ON project_feature_flags (project_id, name);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO project_feature_flags (id, project_id, name, description, active, strategies, created_at, updated_at)
       VALUES ($id, $projectId, $name, $description, $active, $strategies, $at, $at)`,
    )
    const update = db.prepare(
      `UPDATE project_feature_flags SET name = coalesce($name, name), active = coalesce($active, active),
         description = CASE WHEN $described THEN $description ELSE description END,
         strategies = coalesce($strategies, strategies), updated_at = $at WHERE id = $id`,
    )
    const remove = db.prepare('DELETE FROM project_feature_flags WHERE id = ?')
    return [
      handle(context, projectFeatureFlag, {
        FlagCreated: (data, { stream, metadata: { at } }) => {
          const kept = { active: data.active ? 1 : 0, strategies: JSON.stringify(data.strategies) }
          insert.run({ ...data, ...kept, id: idOf(stream), at })
        },
        FlagChanged: ({ name = null, description, active, strategies }, { stream, metadata: { at } }) => {
          update.run({
            id: idOf(stream),
            at,
            name,
            active: active === undefined ? null : Number(active),
            described: description === undefined ? 0 : 1,
            description: description ?? null,
            strategies: strategies === undefined ? null : JSON.stringify(strategies),
          })
        },
        FlagDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { projectFeatureFlags: queries },
}
