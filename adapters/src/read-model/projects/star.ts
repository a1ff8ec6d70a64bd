import { type StarQueries, type StarrerRow, star } from '@forgefold/core/domains/projects/star'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../engine/like-pattern.js'
import { Lists } from '../engine/paging.js'
import { handle, numbersIn, type Projection, withListener } from '../engine/projection.js'
import { authorizationCachesOf } from './authorization-caches.js'

const queries = (db: Database): StarQueries => {
  const lists = new Lists(db)
  return {
    starrers: (projectId, { search, publicExcept }, page) => {
      const where = [
        { sql: 's.project_id = ?', values: [projectId] },
        ...(publicExcept === undefined ? [] : [{ sql: 'u.private_profile = 0 OR u.id = ?', values: [publicExcept] }]),
        ...(search === undefined || search === ''
          ? []
          : [
              {
                sql: "u.name LIKE ? ESCAPE '\\' OR u.username LIKE ? ESCAPE '\\'",
                values: [likePattern(search), likePattern(search)],
              },
            ]),
      ]
      const from = 'stars s JOIN users u ON u.id = s.user_id'
      const select = 's.user_id AS userId, s.since'
      return lists.page<StarrerRow>({ select, from, where, orderBy: 's.since DESC, s.user_id DESC' }, page)
    },
  }
}

/** Stars in the read model. */
export const stars: Projection = {
  name: 'stars',
  version: 2,
  schema: `
    CREATE TABLE stars (
      project_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      since TEXT NOT NULL,
      PRIMARY KEY (project_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX stars_by_user ON stars (user_id, project_id);
  `,
  handlers: (context) => {
    const insert = context.db.prepare('INSERT OR IGNORE INTO stars (project_id, user_id, since) VALUES (?, ?, ?)')
    const remove = context.db.prepare('DELETE FROM stars WHERE project_id = ? AND user_id = ?')
    const count = context.db.prepare('UPDATE projects SET stars_count = stars_count + ? WHERE id = ?')
    const caches = authorizationCachesOf(context.db)
    // Projects show their number of stars.
    return [
      withListener(
        () => caches.forgetAll(),
        handle(context, star, {
          ProjectStarred: (_, { stream, metadata: { at } }) => {
            const [projectId, userId] = numbersIn(stream)
            count.run(insert.run(projectId, userId, at).changes, projectId)
          },
          ProjectUnstarred: (_, { stream }) => {
            const [projectId, userId] = numbersIn(stream)
            count.run(-remove.run(projectId, userId).changes, projectId)
          },
        }),
      ),
    ]
  },
  queries: { stars: queries },
}
