import type { DeployScope } from '@forgefold/core/access'
import {
  type DeployTokenQueries,
  type DeployTokenRow,
  deployToken,
} from '@forgefold/core/domains/projects/deploy-token'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { type Condition, Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

type Stored = Omit<DeployTokenRow, 'scopes' | 'revoked'> & { readonly scopes: string; readonly revoked: number }

const COLUMNS = `t.id, t.project_id AS projectId, t.group_id AS groupId, t.name, t.username, t.scopes,
  t.expires_at AS expiresAt, t.revoked`

const rowOf = (stored: Stored): DeployTokenRow => ({
  ...stored,
  scopes: stored.scopes.split(' ') as ReadonlyArray<DeployScope>,
  revoked: stored.revoked === 1,
})
const one = (stored: Stored | undefined): DeployTokenRow | undefined =>
  stored === undefined ? undefined : rowOf(stored)

const queries = (db: Database): DeployTokenQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM deploy_tokens t WHERE t.id = ?`)
  const byDigest = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM deploy_tokens t WHERE t.digest = ?`)
  return {
    byId: (id) => one(byId.get(id)),
    byDigest: (digest) => one(byDigest.get(digest)),
    list: ({ projectId, groupId, activeAt }, request) => {
      const where: Array<Condition> = [{ sql: 't.revoked = 0', values: [] }]
      if (projectId !== undefined) where.push({ sql: 't.project_id = ?', values: [projectId] })
      if (groupId !== undefined) where.push({ sql: 't.group_id = ?', values: [groupId] })
      if (activeAt !== undefined) where.push({ sql: '(t.expires_at IS NULL OR t.expires_at > ?)', values: [activeAt] })
      const found = lists.page<Stored>(
        { select: COLUMNS, from: 'deploy_tokens t', where, orderBy: 't.id ASC' },
        request,
      )
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

/** Deploy tokens by the digests of their secrets. */
export const deployTokens: Projection = {
  name: 'deploy-tokens',
  version: 1,
  schema: `
    CREATE TABLE deploy_tokens (
      id INTEGER PRIMARY KEY,
      project_id INTEGER,
      group_id INTEGER,
      name TEXT NOT NULL,
      username TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at TEXT,
      revoked INTEGER NOT NULL DEFAULT 0,
      digest TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE INDEX deploy_tokens_by_project ON deploy_tokens (project_id, id) WHERE project_id IS NOT NULL;
    CREATE INDEX deploy_tokens_by_group ON deploy_tokens (group_id, id) WHERE group_id IS NOT NULL;
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT INTO deploy_tokens (id, project_id, group_id, name, username, scopes, expires_at, digest)
       VALUES ($id, $projectId, $groupId, $name, $username, $scopes, $expiresAt, $digest)`,
    )
    const revoke = context.db.prepare('UPDATE deploy_tokens SET revoked = 1 WHERE id = ?')
    return [
      handle(context, deployToken, {
        DeployTokenCreated: ({ scopes, ...data }, { stream }) => {
          insert.run({ ...data, id: idOf(stream), scopes: scopes.join(' ') })
        },
        DeployTokenRevoked: (_, { stream }) => {
          revoke.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { deployTokens: queries },
}
