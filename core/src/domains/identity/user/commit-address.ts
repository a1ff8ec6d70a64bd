import type { Forge } from '../../../app/forge.js'
import { privateAddressHost } from '../../instance/operation/commit-email-hostname.js'
import { hostOf } from '../../instance/settings/index.js'
import { PRIVATE_ADDRESS, privateAddress } from './instance-rules.js'
import type { UserRow } from './queries.js'

/** The host that private commit addresses have now. */
export const privateHost = ({ settings, instance }: Pick<Forge, 'settings' | 'instance'>): string =>
  privateAddressHost(settings.current(), hostOf(instance.externalUrl))

/** The address that a user's commits carry: the one chosen for them, the private one, or the primary one. */
export const commitAddressOf = (
  forge: Pick<Forge, 'settings' | 'instance'>,
  user: Pick<UserRow, 'id' | 'username' | 'email' | 'commitEmail'>,
): string => {
  if (user.commitEmail === PRIVATE_ADDRESS) return privateAddress(user, privateHost(forge))
  return user.commitEmail === '' ? user.email : user.commitEmail
}
