import {
  gpgKey,
  openDetails,
  sshKey,
  type UserKeyKind,
  type UserKeyQueries,
  type UserKeyRow,
} from '@forgefold/core/domains/identity/user-key'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = `k.id, k.user_id AS userId, k.title, k.key_text AS key, k.fingerprint, k.usage, k.expires_at AS expiresAt,
  k.created_at AS createdAt`
const TABLES = 'user_keys k JOIN users u ON u.id = k.user_id AND u.erased = 0'

const queries = (db: Database): UserKeyQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[string, number], UserKeyRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE k.kind = ? AND k.id = ?`,
  )
  const byFingerprint = db.prepare<[string, string], UserKeyRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE +k.kind = 'ssh' AND (k.fingerprint = ? OR k.md5 = ?)`,
  )
  const left = db.prepare<[number], { kind: UserKeyKind; id: number }>(
    'SELECT kind, id FROM user_keys WHERE user_id = ? ORDER BY kind, id',
  )
  return {
    byId: (kind, id) => byId.get(kind, id),
    byFingerprint: (fingerprint) => byFingerprint.get(fingerprint, fingerprint),
    ofUser: (kind, userId, request) => {
      const where = [{ sql: 'k.kind = ? AND k.user_id = ?', values: [kind, userId] }]
      return lists.page<UserKeyRow>({ select: COLUMNS, from: TABLES, where, orderBy: 'k.id ASC' }, request)
    },
    left: (userId) => left.all(userId),
  }
}

/** Keys of users in the read model. */
export const userKeys: Projection = {
  name: 'user-keys',
  version: 1,
  schema: `
    CREATE TABLE user_keys (
      kind TEXT NOT NULL,
      id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      title TEXT NOT NULL,
      key_text TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      md5 TEXT,
      usage TEXT,
      expires_at TEXT,
      created_at TEXT NOT NULL,
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX user_keys_by_user ON user_keys (user_id, kind, id);
    CREATE INDEX user_keys_by_fingerprint ON user_keys (fingerprint);
    CREATE INDEX user_keys_by_md5 ON user_keys (md5) WHERE md5 IS NOT NULL;
  `,
  handlers: (context) => {
    const { db, personalData } = context
    const insert = db.prepare(
      `INSERT INTO user_keys (kind, id, user_id, title, key_text, fingerprint, md5, usage, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const remove = db.prepare('DELETE FROM user_keys WHERE kind = ? AND id = ?')
    const of = (kind: UserKeyKind, aggregate: typeof sshKey) =>
      handle(context, aggregate, {
        UserKeyAdded: (data, { stream, metadata: { at } }) => {
          const { userId, fingerprint, md5, usage, expiresAt } = data
          const { title, key } = openDetails(personalData, userId, data.details) ?? { title: '', key: '' }
          insert.run(kind, idOf(stream), userId, title, key, fingerprint, md5, usage, expiresAt, at)
        },
        UserKeyRemoved: (_, { stream }) => {
          remove.run(kind, idOf(stream))
        },
      })
    return [of('ssh', sshKey), of('gpg', gpgKey)]
  },
  queries: { userKeys: queries },
}
