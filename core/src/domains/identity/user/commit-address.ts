import type { Forge } from '../../../app/forge.js'
import { privateAddressHost } from '../../instance/operation/index.js'
import { hostOf } from '../../instance/settings/index.js'

/** Selects the private commit address of a user. */
export const PRIVATE_ADDRESS = '_private'

/** The private commit address of a user. */
export const privateAddress = (user: { readonly id: number; readonly username: string }, host: string): string =>
  `${user.id}-${user.username}@${host}`

const MADE_HERE = /^(\d{1,15})-[^@]+@(.+)$/s

/** The user id in a private address of this host, under any former user name; undefined where it is none. */
export const userIdOfPrivateAddress = (address: string, host: string): number | undefined => {
  const [, id, at] = MADE_HERE.exec(address) ?? []
  return id !== undefined && at?.toLowerCase() === host.toLowerCase() ? Number(id) : undefined
}

/** The present host of private commit addresses. */
export const privateHost = ({ settings, instance }: Pick<Forge, 'settings' | 'instance'>): string =>
  privateAddressHost(settings.current(), hostOf(instance.externalUrl))

/** The address of a user's commits: the chosen one, the private one, or the primary one. */
export const commitAddressOf = (
  forge: Pick<Forge, 'settings' | 'instance'>,
  user: {
    readonly id: number
    readonly username: string
    readonly email: string
    readonly commitEmail: string
  },
): string => {
  if (user.commitEmail === PRIVATE_ADDRESS) return privateAddress(user, privateHost(forge))
  return user.commitEmail === '' ? user.email : user.commitEmail
}
