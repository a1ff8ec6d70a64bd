import type { Scope, SignedIn } from '../../../access/principal.js'

/** The scopes of personal access tokens; the others are for OAuth applications only. */
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
  'read_history',
] as const satisfies ReadonlyArray<Scope>

/** The scopes of project and group access tokens, without those that reach beyond the project or group. */
export const RESOURCE_TOKEN_SCOPES = [
  'api',
  'read_api',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
] as const satisfies ReadonlyArray<Scope>

/** Its owner and administrators may manage it. */
export const mayManageToken = (principal: SignedIn, ownerId: number): boolean =>
  principal.admin || principal.userId === ownerId
