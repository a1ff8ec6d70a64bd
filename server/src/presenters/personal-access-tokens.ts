import { isActive, type TokenRow } from '@forgefold/core/domains/personal-access-token'
import type { Instant } from '@forgefold/core/kernel'
import type { JsonSchema } from '../http/index.js'

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

export const tokenSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    revoked: { type: 'boolean' },
    created_at: { type: 'string', format: 'date-time' },
    scopes: { type: 'array', items: { type: 'string' } },
    user_id: { type: 'integer' },
    last_used_at: { type: 'string', format: 'date-time', nullable: true },
    active: { type: 'boolean' },
    expires_at: { type: 'string', format: 'date', nullable: true },
    token: { type: 'string', description: 'Only where the token is made, and only this once' },
  },
}
