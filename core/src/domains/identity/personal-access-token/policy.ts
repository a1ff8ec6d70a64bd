import type { Scope, SignedIn } from '../../../access/principal.js'

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
  'read_history',
] as const satisfies ReadonlyArray<Scope>

/** What a token of a project or group may be given: nothing that reaches beyond it. */
export const RESOURCE_TOKEN_SCOPES = [
  'api',
  'read_api',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
] as const satisfies ReadonlyArray<Scope>

/** Its owner and administrators. */
export const mayManageToken = (principal: SignedIn, ownerId: number): boolean =>
  principal.admin || principal.userId === ownerId
