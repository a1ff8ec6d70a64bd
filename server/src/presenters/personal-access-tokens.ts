import { isActive, type TokenRow } from '@forgefold/core/domains/personal-access-token'
import type { Instant } from '@forgefold/core/kernel'

/** A token without its secret. */
export const presentToken = (token: TokenRow, now: Instant) => ({
  id: token.id,
  name: token.name,
  revoked: token.revoked,
  created_at: token.createdAt,
  scopes: token.scopes,
  user_id: token.userId,
  last_used_at: token.lastUsedAt,
  active: isActive(token, now),
  expires_at: token.expiresAt,
})

export const presentImpersonationToken = (token: TokenRow, now: Instant) => ({
  ...presentToken(token, now),
  impersonation: token.impersonation,
})
