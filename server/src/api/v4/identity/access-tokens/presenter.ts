import { type Forge, offeredScopes } from '@forgefold/core/app'
import { isActive, type TokenRow } from '@forgefold/core/domains/identity/personal-access-token'

/** A token without its secret. */
export const presentToken = (token: TokenRow, forge: Forge) => ({
  id: token.id,
  name: token.name,
  revoked: token.revoked,
  created_at: token.createdAt,
  scopes: offeredScopes(token.scopes, forge.instance.release),
  user_id: token.userId,
  last_used_at: token.lastUsedAt,
  active: isActive(token, forge.clock.now()),
  expires_at: token.expiresAt,
})

export const presentImpersonationToken = (token: TokenRow, forge: Forge) => ({
  ...presentToken(token, forge),
  impersonation: token.impersonation,
})
