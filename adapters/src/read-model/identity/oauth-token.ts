import type { Scope } from '@forgefold/core/access'
import { authorizationGrant, CODE_LIFETIME } from '@forgefold/core/domains/identity/authorization-grant'
import { type OAuthTokenQueries, type OAuthTokenRow, oauthToken } from '@forgefold/core/domains/identity/oauth-token'
import { idOf, secondsAfter } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

interface Stored extends Omit<OAuthTokenRow, 'scopes' | 'dead'> {
  readonly scopes: string
  readonly dead: number
}

/** A token pair is invalid once it was replaced or its family was revoked. */
const SELECT = `SELECT p.family_id AS familyId, f.application_id AS applicationId, f.user_id AS userId, p.scopes,
  p.issued_at AS issuedAt, p.expires_at AS expiresAt, (f.revoked OR p.replaced) AS dead
  FROM oauth_token_pairs p JOIN oauth_token_families f ON f.id = p.family_id`

const rowOf = (stored: Stored): OAuthTokenRow => ({
  ...stored,
  scopes: stored.scopes.split(' ') as unknown as ReadonlyArray<Scope>,
  dead: stored.dead === 1,
})

const queries = (db: Database): OAuthTokenQueries => {
  const byAccess = db.prepare<[string], Stored>(`${SELECT} WHERE p.access_digest = ?`)
  const byRefresh = db.prepare<[string], Stored>(`${SELECT} WHERE p.refresh_digest = ?`)
  const alive = 'f.revoked = 0 AND p.replaced = 0'
  const ofUser = db.prepare<[number], Stored>(`${SELECT} WHERE f.user_id = ? AND ${alive} ORDER BY f.id`)
  const ofApplication = db.prepare<[number], Stored>(`${SELECT} WHERE f.application_id = ? AND ${alive} ORDER BY f.id`)
  const endless = db.prepare<[], Stored>(`${SELECT} WHERE p.expires_at IS NULL AND ${alive} ORDER BY f.id`)
  const codes = db
    .prepare<[number, number, string], string>(
      'SELECT digest FROM oauth_codes WHERE user_id = ? AND application_id = ? AND expires_at > ? ORDER BY expires_at, digest',
    )
    .pluck()
  const one = (stored: Stored | undefined): OAuthTokenRow | undefined =>
    stored === undefined ? undefined : rowOf(stored)
  return {
    byAccessDigest: (digest) => one(byAccess.get(digest)),
    byRefreshDigest: (digest) => one(byRefresh.get(digest)),
    consented: (userId, applicationId, scopes) =>
      ofUser
        .all(userId)
        .map(rowOf)
        .some((row) => row.applicationId === applicationId && scopes.every((scope) => row.scopes.includes(scope))),
    ofUser: (userId) => ofUser.all(userId).map(rowOf),
    ofApplication: (applicationId) => ofApplication.all(applicationId).map(rowOf),
    recentCodes: (userId, applicationId, now) => codes.all(userId, applicationId, now),
    nonExpiring: () => endless.all().map(rowOf),
  }
}

/** OAuth tokens in the read model, by their digests. */
export const oauthTokens: Projection = {
  name: 'oauth_tokens',
  version: 2,
  schema: `
    CREATE TABLE oauth_token_families (
      id INTEGER PRIMARY KEY,
      application_id INTEGER,
      user_id INTEGER,
      revoked INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX oauth_token_families_by_user ON oauth_token_families (user_id, revoked);
    CREATE INDEX oauth_token_families_by_application ON oauth_token_families (application_id, revoked);
    CREATE TABLE oauth_token_pairs (
      access_digest TEXT PRIMARY KEY,
      refresh_digest TEXT,
      family_id INTEGER NOT NULL,
      scopes TEXT NOT NULL,
      issued_at TEXT NOT NULL,
      expires_at TEXT,
      replaced INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX oauth_token_pairs_by_refresh ON oauth_token_pairs (refresh_digest) WHERE refresh_digest IS NOT NULL;
    CREATE INDEX oauth_token_pairs_by_family ON oauth_token_pairs (family_id, replaced);
    CREATE TABLE oauth_codes (
      digest TEXT PRIMARY KEY,
      user_id INTEGER NOT NULL,
      application_id INTEGER NOT NULL,
      expires_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX oauth_codes_by_user ON oauth_codes (user_id, application_id, expires_at);
    CREATE INDEX oauth_codes_by_expiry ON oauth_codes (expires_at);
  `,
  handlers: (context) => {
    const { db } = context
    const family = db.prepare('INSERT INTO oauth_token_families (id, application_id, user_id) VALUES (?, ?, ?)')
    const pair = db.prepare(
      `INSERT INTO oauth_token_pairs (access_digest, refresh_digest, family_id, scopes, issued_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    const replace = db.prepare('UPDATE oauth_token_pairs SET replaced = 1 WHERE family_id = ? AND replaced = 0')
    const revoke = db.prepare('UPDATE oauth_token_families SET revoked = 1 WHERE id = ?')
    const limit = db.prepare('UPDATE oauth_token_pairs SET expires_at = ? WHERE family_id = ? AND replaced = 0')
    const code = db.prepare('INSERT INTO oauth_codes (digest, user_id, application_id, expires_at) VALUES (?, ?, ?, ?)')
    const forgetCodes = db.prepare('DELETE FROM oauth_codes WHERE expires_at <= ?')
    return [
      handle(context, oauthToken, {
        TokensIssued: (data, { stream }) => {
          const id = idOf(stream)
          family.run(id, data.applicationId, data.userId)
          pair.run(data.accessDigest, data.refreshDigest, id, data.scopes.join(' '), data.at, data.expiresAt)
        },
        TokensRefreshed: (data, { stream }) => {
          const id = idOf(stream)
          replace.run(id)
          pair.run(data.accessDigest, data.refreshDigest, id, data.scopes.join(' '), data.at, data.expiresAt)
        },
        TokensRevoked: (_, { stream }) => {
          revoke.run(idOf(stream))
        },
        ExpiryGiven: (data, { stream }) => {
          limit.run(data.expiresAt, idOf(stream))
        },
      }),
      // Codes are kept until they expire, redeemed ones too: their tokens may not be issued yet. Where an older version noted a second use, the tokens are revoked, even before the family's own stream says so.
      handle(context, authorizationGrant, {
        AuthorizationGranted: (data, { stream }) => {
          forgetCodes.run(secondsAfter(data.expiresAt, -CODE_LIFETIME))
          code.run(idOf(stream), data.userId, data.applicationId, data.expiresAt)
        },
        CodeReplayed: (data) => {
          revoke.run(data.familyId)
        },
      }),
    ]
  },
  queries: { oauthTokens: queries },
}
