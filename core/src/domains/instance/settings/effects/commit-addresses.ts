import type { Settings } from '../catalogue.js'

/** What users say in the place of an address for commits to have the private one. */
export const PRIVATE_ADDRESS = '_private'

/** The host of private commit addresses: `commit_email_hostname`, or one made from the host of the instance. */
export const privateAddressHost = (settings: Pick<Settings, 'commit_email_hostname'>, ownHost: string): string => {
  const given = settings.commit_email_hostname
  return given === null || given.trim() === '' ? `users.noreply.${ownHost}` : given
}

/** The address that stands in the commits of a user who shows no other. */
export const privateAddress = (user: { readonly id: number; readonly username: string }, host: string): string =>
  `${user.id}-${user.username}@${host}`

const MADE = /^(\d{1,15})-[^@]+@(.+)$/

/** The id in a private address of this host, whatever the user was called then; undefined where it is none. */
export const userIdOfPrivateAddress = (address: string, host: string): number | undefined => {
  const [, id, at] = MADE.exec(address) ?? []
  return id !== undefined && at?.toLowerCase() === host.toLowerCase() ? Number(id) : undefined
}
