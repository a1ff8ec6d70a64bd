import { tokenByAccessDigest } from '@forgefold/core/domains/identity/oauth-token'
import { categoryOf, isExpired } from '@forgefold/core/kernel'
import type { TokenKind } from './token-kind.js'

const CATEGORIES: ReadonlySet<string> = new Set(['oauth_token', 'authorization_grant'])
const HARMLESS: ReadonlySet<string> = new Set(['TokensIssued', 'AuthorizationGranted', 'CodeRedeemed'])

/** OAuth access tokens; those of a refreshed or revoked family become invalid at once. */
export const oauthTokens: TokenKind = {
  find: (forge, digest) => {
    const row = tokenByAccessDigest(forge, digest)
    if (row === undefined) return undefined
    return {
      credential: { kind: 'oauth', id: String(row.familyId), scopes: row.scopes },
      userId: row.userId ?? undefined,
      isExpired: (now) => isExpired(row, now),
      revoked: row.dead,
    }
  },
  voidedBy: (event) => CATEGORIES.has(categoryOf(event.stream)) && !HARMLESS.has(event.type),
}
