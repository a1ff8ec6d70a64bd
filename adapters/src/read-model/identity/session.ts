import { type SessionQueries, type SessionRow, session } from '@forgefold/core/domains/identity/session'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

type Stored = Omit<SessionRow, 'twoFactor'> & { readonly twoFactor: number }

const COLUMNS =
  'digest, user_id AS userId, expires_at AS expiresAt, two_factor AS twoFactor, authenticated_at AS authenticatedAt, admin_until AS adminUntil'
const rowOf = (stored: Stored): SessionRow => ({ ...stored, twoFactor: stored.twoFactor === 1 })

const queries = (db: Database): SessionQueries => {
  const byDigest = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM sessions WHERE digest = ?`)
  const ofUser = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM sessions WHERE user_id = ? ORDER BY digest`)
  return {
    byDigest: (digest) => {
      const stored = byDigest.get(digest)
      return stored === undefined ? undefined : rowOf(stored)
    },
    ofUser: (userId) => ofUser.all(userId).map(rowOf),
  }
}

/** Sessions in the read model. */
export const sessions: Projection = {
  name: 'sessions',
  version: 3,
  schema: `
    CREATE TABLE sessions (
      digest TEXT PRIMARY KEY,
      user_id INTEGER NOT NULL,
      expires_at TEXT NOT NULL,
      two_factor INTEGER NOT NULL,
      authenticated_at TEXT NOT NULL,
      admin_until TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_by_user ON sessions (user_id);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      'INSERT INTO sessions (digest, user_id, expires_at, two_factor, authenticated_at) VALUES (?, ?, ?, ?, ?)',
    )
    const prolong = context.db.prepare('UPDATE sessions SET expires_at = ? WHERE digest = ?')
    const setAdmin = context.db.prepare('UPDATE sessions SET admin_until = ? WHERE digest = ?')
    const remove = context.db.prepare('DELETE FROM sessions WHERE digest = ?')
    return [
      handle(context, session, {
        SessionBegun: ({ userId, expiresAt, twoFactor }, { stream, metadata }) => {
          insert.run(idOf(stream), userId, expiresAt, twoFactor ? 1 : 0, metadata.at)
        },
        SessionProlonged: ({ expiresAt }, { stream }) => {
          prolong.run(expiresAt, idOf(stream))
        },
        AdminModeEntered: ({ until }, { stream }) => {
          setAdmin.run(until, idOf(stream))
        },
        AdminModeLeft: (_, { stream }) => {
          setAdmin.run(null, idOf(stream))
        },
        SessionEnded: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { sessions: queries },
}
