import {
  type FeatureFlagUserListQueries,
  type FeatureFlagUserListRow,
  featureFlagUserList,
} from '@forgefold/core/domains/delivery/feature-flag-user-list'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../engine/like-pattern.js'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = `id, project_id AS projectId, iid, name, user_ids AS userIds, created_at AS createdAt,
  updated_at AS updatedAt`

const queries = (db: Database): FeatureFlagUserListQueries => {
  const lists = new Lists(db)
  const by = (column: 'id' | 'iid') =>
    db.prepare<[number, number], FeatureFlagUserListRow>(
      `SELECT ${COLUMNS} FROM feature_flag_user_lists WHERE project_id = ? AND ${column} = ?`,
    )
  const byId = by('id')
  const byIid = by('iid')
  return {
    byId: (projectId, id) => byId.get(projectId, id),
    byIid: (projectId, iid) => byIid.get(projectId, iid),
    list: ({ projectId, search = '' }, page) => {
      const where = [
        { sql: 'project_id = ?', values: [projectId] },
        ...(search === '' ? [] : [{ sql: "name LIKE ? ESCAPE '\\'", values: [likePattern(search)] }]),
      ]
      const from = 'feature_flag_user_lists'
      return lists.page<FeatureFlagUserListRow>({ select: COLUMNS, from, where, orderBy: 'iid' }, page)
    },
  }
}

/** Lists of users of feature flags in the read model. */
export const featureFlagUserLists: Projection = {
  name: 'feature_flag_user_lists',
  version: 1,
  schema: `
    CREATE TABLE feature_flag_user_lists (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      iid INTEGER NOT NULL,
      name TEXT NOT NULL,
      user_ids TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX feature_flag_user_lists_by_project ON feature_flag_user_lists (project_id, iid);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT INTO feature_flag_user_lists (id, project_id, iid, name, user_ids, created_at, updated_at)
       VALUES ($id, $projectId, $iid, $name, $userIds, $at, $at)`,
    )
    const update = context.db.prepare(
      `UPDATE feature_flag_user_lists SET name = coalesce($name, name), user_ids = coalesce($userIds, user_ids),
         updated_at = $at WHERE id = $id`,
    )
    const remove = context.db.prepare('DELETE FROM feature_flag_user_lists WHERE id = ?')
    return [
      handle(context, featureFlagUserList, {
        UserListCreated: (data, { stream, metadata: { at } }) => {
          insert.run({ ...data, id: idOf(stream), at })
        },
        UserListChanged: ({ name = null, userIds = null }, { stream, metadata: { at } }) => {
          update.run({ name, userIds, id: idOf(stream), at })
        },
        UserListDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { featureFlagUserLists: queries },
}
