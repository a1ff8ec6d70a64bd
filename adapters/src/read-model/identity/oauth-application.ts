import type { Scope } from '@forgefold/core/access'
import {
  type OAuthApplicationQueries,
  type OAuthApplicationRow,
  oauthApplication,
} from '@forgefold/core/domains/identity/oauth-application'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

interface Stored {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly secretDigest: string
  readonly redirectUris: string
  readonly scopes: string
  readonly confidential: number
  readonly trusted: number
  readonly ownerId: number | null
  readonly expiringTokens: number
  readonly createdAt: OAuthApplicationRow['createdAt']
}

const COLUMNS = `id, uid, name, secret_digest AS secretDigest, redirect_uris AS redirectUris, scopes, confidential, trusted,
  owner_id AS ownerId, expiring_tokens AS expiringTokens, created_at AS createdAt`

const rowOf = (stored: Stored): OAuthApplicationRow => ({
  ...stored,
  redirectUris: JSON.parse(stored.redirectUris) as ReadonlyArray<string>,
  scopes: stored.scopes.split(' ') as unknown as ReadonlyArray<Scope>,
  confidential: stored.confidential === 1,
  trusted: stored.trusted === 1,
  expiringTokens: stored.expiringTokens === 1,
})

const queries = (db: Database): OAuthApplicationQueries => {
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM oauth_applications WHERE id = ?`)
  const byUid = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM oauth_applications WHERE uid = ?`)
  const owned = db.prepare<[number | null, number, number], Stored>(
    `SELECT ${COLUMNS} FROM oauth_applications WHERE owner_id IS ? AND id > ? ORDER BY id LIMIT ?`,
  )
  const one = (stored: Stored | undefined): OAuthApplicationRow | undefined =>
    stored === undefined ? undefined : rowOf(stored)
  return {
    find: (id) => one(byId.get(id)),
    byUid: (uid) => one(byUid.get(uid)),
    ownedBy: (ownerId, after, limit) => owned.all(ownerId, after, limit).map(rowOf),
  }
}

const flag = (value: boolean): number => (value ? 1 : 0)

/** OAuth applications in the read model. */
export const oauthApplications: Projection = {
  name: 'oauth_applications',
  version: 1,
  schema: `
    CREATE TABLE oauth_applications (
      id INTEGER PRIMARY KEY,
      uid TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      secret_digest TEXT NOT NULL,
      redirect_uris TEXT NOT NULL,
      scopes TEXT NOT NULL,
      confidential INTEGER NOT NULL,
      trusted INTEGER NOT NULL,
      owner_id INTEGER,
      expiring_tokens INTEGER NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX oauth_applications_by_owner ON oauth_applications (owner_id, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO oauth_applications
       (id, uid, name, secret_digest, redirect_uris, scopes, confidential, trusted, owner_id, expiring_tokens, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const change = db.prepare(
      `UPDATE oauth_applications SET name = coalesce(?, name), redirect_uris = coalesce(?, redirect_uris),
       scopes = coalesce(?, scopes), confidential = coalesce(?, confidential), trusted = coalesce(?, trusted),
       expiring_tokens = coalesce(?, expiring_tokens) WHERE id = ?`,
    )
    const renew = db.prepare('UPDATE oauth_applications SET secret_digest = ? WHERE id = ?')
    const remove = db.prepare('DELETE FROM oauth_applications WHERE id = ?')
    return [
      handle(context, oauthApplication, {
        ApplicationRegistered: (data, { stream, metadata: { at } }) => {
          insert.run(
            idOf(stream),
            data.uid,
            data.name,
            data.secretDigest,
            JSON.stringify(data.redirectUris),
            data.scopes.join(' '),
            flag(data.confidential),
            flag(data.trusted),
            data.ownerId,
            flag(data.expiringTokens),
            at,
          )
        },
        ApplicationChanged: (data, { stream }) => {
          const given = (value: boolean | undefined): number | null => (value === undefined ? null : flag(value))
          change.run(
            data.name ?? null,
            data.redirectUris === undefined ? null : JSON.stringify(data.redirectUris),
            data.scopes?.join(' ') ?? null,
            given(data.confidential),
            given(data.trusted),
            given(data.expiringTokens),
            idOf(stream),
          )
        },
        ClientSecretRenewed: (data, { stream }) => {
          renew.run(data.secretDigest, idOf(stream))
        },
        ApplicationDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { oauthApplications: queries },
}
