import { actorOf } from '@forgefold/core/access'
import { recordTokenUse, tokenByDigest } from '@forgefold/core/domains/identity/personal-access-token'
import { categoryOf, dayOf, isExpiryDayReached } from '@forgefold/core/kernel'
import type { TokenKind } from './token-kind.js'

/** Personal access tokens and impersonation tokens. */
export const personalAccessTokens: TokenKind = {
  find: (forge, digest) => {
    const row = tokenByDigest(forge, digest)
    if (row === undefined) return undefined
    return {
      credential: { kind: 'personal_access_token', id: String(row.id), scopes: row.scopes },
      userId: row.userId,
      isExpired: (now) => isExpiryDayReached(row, dayOf(now)),
      revoked: row.revoked,
      usedAt: row.lastUsedAt,
    }
  },
  voidedBy: (event) => categoryOf(event.stream) === 'personal_access_token' && event.type === 'TokenRevoked',
  noteUse: (forge, { credential, userId = 0 }) => {
    const id = forge.ids.commandId()
    const principal = { kind: 'user', userId, admin: false, external: false, credential } as const
    const context = { id, at: forge.clock.now(), actor: actorOf(principal), correlationId: id }
    // A use that could not be recorded is recorded with a later one.
    void recordTokenUse(forge, { principal, context }, Number(credential.id)).catch(() => undefined)
  },
}
