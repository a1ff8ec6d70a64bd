import type { Scope, SignedIn } from '../../../access/principal.js'
import { type Day, dayOf, type Instant } from '../../../kernel/index.js'

/** What a personal access token may be given; the rest is for OAuth applications only. */
export const TOKEN_SCOPES = [
  'api',
  'read_user',
  'read_api',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'sudo',
  'admin_mode',
] as const satisfies ReadonlyArray<Scope>

/** A token is dead from 00:00 UTC of its day on. */
const hasExpired = (token: { readonly expiresAt: Day | null }, now: Instant): boolean =>
  token.expiresAt !== null && token.expiresAt <= dayOf(now)

export const isActive = (token: { readonly revoked: boolean; readonly expiresAt: Day | null }, now: Instant): boolean =>
  !token.revoked && !hasExpired(token, now)

/** Its owner and administrators. */
export const mayManageToken = (principal: SignedIn, ownerId: number): boolean =>
  principal.admin || principal.userId === ownerId
