import type { Scope } from '@forgefold/core/access'
import {
  type PersonalAccessTokenQueries,
  personalAccessToken,
  type TokenFilter,
  type TokenRow,
} from '@forgefold/core/domains/identity/personal-access-token'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../engine/like-pattern.js'
import { type Condition, Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

type Stored = Omit<TokenRow, 'scopes' | 'impersonation' | 'revoked'> & {
  readonly scopes: string
  readonly impersonation: number
  readonly revoked: number
}

const COLUMNS = `t.id, t.user_id AS userId, t.name, t.scopes, t.expires_at AS expiresAt, t.impersonation, t.revoked,
  t.created_at AS createdAt, t.last_used_at AS lastUsedAt`
/** A token is written beside its bot user, and not shown before the user is there. */
const TABLES = 'personal_access_tokens t JOIN users u ON u.id = t.user_id'

const rowOf = (stored: Stored): TokenRow => ({
  ...stored,
  scopes: stored.scopes === '' ? [] : (stored.scopes.split(' ') as ReadonlyArray<Scope>),
  impersonation: stored.impersonation === 1,
  revoked: stored.revoked === 1,
})

const one = (stored: Stored | undefined): TokenRow | undefined => (stored === undefined ? undefined : rowOf(stored))

const ACTIVE = 't.revoked = 0 AND (t.expires_at IS NULL OR t.expires_at > ?)'

const conditions = (filter: TokenFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [{ sql: 't.impersonation = ?', values: [Number(filter.impersonation)] }]
  const add = (sql: string, ...values: ReadonlyArray<unknown>): void => {
    where.push({ sql, values })
  }
  if (filter.userId !== undefined) add('t.user_id = ?', filter.userId)
  if (filter.userIds !== undefined) add('t.user_id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.userIds))
  if (filter.revoked !== undefined) add('t.revoked = ?', Number(filter.revoked))
  if (filter.state === 'active') add(ACTIVE, filter.today)
  if (filter.state === 'inactive') add(`NOT (${ACTIVE})`, filter.today)
  if (filter.createdAfter !== undefined) add('t.created_at >= ?', filter.createdAfter)
  if (filter.createdBefore !== undefined) add('t.created_at <= ?', filter.createdBefore)
  if (filter.lastUsedAfter !== undefined) add('t.last_used_at >= ?', filter.lastUsedAfter)
  if (filter.lastUsedBefore !== undefined) add('t.last_used_at <= ?', filter.lastUsedBefore)
  if (filter.search !== undefined && filter.search !== '') add("t.name LIKE ? ESCAPE '\\'", likePattern(filter.search))
  return where
}

const queries = (db: Database): PersonalAccessTokenQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE t.id = ?`)
  const byDigest = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE t.digest = ?`)
  const withoutUser = db.prepare<[string], Pick<TokenRow, 'id' | 'userId'>>(
    `SELECT id, user_id AS userId FROM personal_access_tokens t
     WHERE revoked = 0 AND created_at < ? AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = t.user_id)`,
  )
  return {
    withoutUser: (before) => withoutUser.all(before),
    byId: (id) => one(byId.get(id)),
    byDigest: (digest) => one(byDigest.get(digest)),
    list: (filter, request) => {
      const found = lists.page<Stored>(
        { select: COLUMNS, from: TABLES, where: conditions(filter), orderBy: 't.id ASC' },
        request,
      )
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

/** Personal access tokens in the read model. */
export const personalAccessTokens: Projection = {
  name: 'personal-access-tokens',
  version: 2,
  schema: `
    CREATE TABLE personal_access_tokens (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at TEXT,
      impersonation INTEGER NOT NULL,
      revoked INTEGER NOT NULL DEFAULT 0,
      digest TEXT NOT NULL UNIQUE,
      created_at TEXT NOT NULL,
      last_used_at TEXT
    ) STRICT;
    CREATE INDEX personal_access_tokens_by_user ON personal_access_tokens (user_id, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO personal_access_tokens (id, user_id, name, scopes, expires_at, impersonation, digest, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const use = db.prepare('UPDATE personal_access_tokens SET last_used_at = ? WHERE id = ?')
    const revoke = db.prepare('UPDATE personal_access_tokens SET revoked = 1 WHERE id = ?')
    return [
      handle(context, personalAccessToken, {
        TokenCreated: (data, { stream, metadata: { at } }) => {
          const { userId, name, scopes, expiresAt, impersonation, digest } = data
          insert.run(idOf(stream), userId, name, scopes.join(' '), expiresAt, Number(impersonation), digest, at)
        },
        TokenUsed: ({ usedAt }, { stream }) => {
          use.run(usedAt, idOf(stream))
        },
        TokenRevoked: (_, { stream }) => {
          revoke.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { personalAccessTokens: queries },
}
