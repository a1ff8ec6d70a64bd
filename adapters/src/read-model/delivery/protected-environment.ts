import {
  type AccessGrant,
  type ApprovalRule,
  type ProtectedEnvironmentQueries,
  type ProtectedEnvironmentRow,
  type ProtectionTerms,
  protectedEnvironment,
} from '@forgefold/core/domains/delivery/protected-environment'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection, withListener } from '../engine/projection.js'
import { oncePerDatabase, RowCache } from '../engine/row-cache.js'

type Stored = Omit<ProtectedEnvironmentRow, 'deployAccess' | 'rules'> & {
  readonly deployAccess: string
  readonly rules: string
}

const COLUMNS = `id, scope, scope_id AS scopeId, name, deploy_access AS deployAccess,
  required_approvals AS requiredApprovals, rules`

const rowOf = (stored: Stored): ProtectedEnvironmentRow => ({
  ...stored,
  deployAccess: JSON.parse(stored.deployAccess) as ReadonlyArray<AccessGrant>,
  rules: JSON.parse(stored.rules) as ReadonlyArray<ApprovalRule>,
})

/** Every read of a deployment looks a protection up, and most places have none at all. */
const cachesOf = oncePerDatabase(() => {
  const byName = new RowCache<string, ProtectedEnvironmentRow | undefined>()
  const hasAny = { project: new RowCache<number, boolean>(), group: new RowCache<number, boolean>() }
  return {
    byName,
    hasAny,
    forgetAll: () => {
      byName.forgetAll()
      hasAny.project.forgetAll()
      hasAny.group.forgetAll()
    },
  }
})

const queries = (db: Database): ProtectedEnvironmentQueries => {
  const lists = new Lists(db)
  const byName = db.prepare<[string, number, string], Stored>(
    `SELECT ${COLUMNS} FROM protected_environments WHERE scope = ? AND scope_id = ? AND name = ?`,
  )
  const any = db
    .prepare<[string, number], 1>('SELECT 1 FROM protected_environments WHERE scope = ? AND scope_id = ? LIMIT 1')
    .pluck()
  const caches = cachesOf(db)
  const hasAnyIn = {
    project: (id: number): boolean => any.get('project', id) === 1,
    group: (id: number): boolean => any.get('group', id) === 1,
  }
  return {
    find: (scope, scopeId, name) => {
      if (!caches.hasAny[scope].get(scopeId, hasAnyIn[scope])) return undefined
      return caches.byName.get(`${scope} ${scopeId} ${name}`, () => {
        const stored = byName.get(scope, scopeId, name)
        return stored === undefined ? undefined : rowOf(stored)
      })
    },
    list: (scope, scopeId, request) => {
      const where = [{ sql: 'scope = ? AND scope_id = ?', values: [scope, scopeId] }]
      const query = { select: COLUMNS, from: 'protected_environments', where, orderBy: 'name ASC' }
      const found = lists.page<Stored>(query, request)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

/** Protected environments in the read model. */
export const protectedEnvironments: Projection = {
  name: 'protected-environments',
  version: 1,
  schema: `
    CREATE TABLE protected_environments (
      id INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      scope_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      deploy_access TEXT NOT NULL,
      required_approvals INTEGER NOT NULL,
      rules TEXT NOT NULL
    ) STRICT;
    CREATE INDEX protected_environments_by_name ON protected_environments (scope, scope_id, name);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO protected_environments (id, scope, scope_id, name, deploy_access, required_approvals, rules)
       VALUES (@id, @scope, @scopeId, @name, @deployAccess, @requiredApprovals, @rules)`,
    )
    const update = db.prepare(
      `UPDATE protected_environments SET deploy_access = @deployAccess, required_approvals = @requiredApprovals,
         rules = @rules WHERE id = @id`,
    )
    const remove = db.prepare('DELETE FROM protected_environments WHERE id = ?')
    const flat = <T extends ProtectionTerms>(terms: T) => ({
      ...terms,
      deployAccess: JSON.stringify(terms.deployAccess),
      rules: JSON.stringify(terms.rules),
    })
    const caches = cachesOf(db)
    return [
      withListener(
        () => caches.forgetAll(),
        handle(context, protectedEnvironment, {
          EnvironmentProtected: (data, { stream }) => {
            insert.run({ ...flat(data), id: idOf(stream) })
          },
          ProtectionChanged: (data, { stream }) => {
            update.run({ ...flat(data), id: idOf(stream) })
          },
          EnvironmentUnprotected: (_, { stream }) => {
            remove.run(idOf(stream))
          },
        }),
      ),
    ]
  },
  queries: { protectedEnvironments: queries },
}
