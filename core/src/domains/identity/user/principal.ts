import type { SignedIn } from '../../../access/principal.js'
import type { Forge } from '../../../app/forge.js'

/** A user who is not the caller, as policies see one; undefined where there is no such user, or not an active one. */
export const principalOfUser = (forge: Forge, userId: number): SignedIn | undefined => {
  const user = forge.read.users.byId(userId)
  if (user === undefined || user.state !== 'active') return undefined
  const { admin, external } = user
  return { kind: 'user', userId, admin, external, credential: { kind: 'session', id: 'none', scopes: [] } }
}
