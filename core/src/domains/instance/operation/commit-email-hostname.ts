import type { Settings } from '../settings/catalogue/index.js'

/** The host of private commit addresses: `commit_email_hostname`, or one made from the host of the instance. */
export const privateAddressHost = (settings: Pick<Settings, 'commit_email_hostname'>, ownHost: string): string => {
  const given = settings.commit_email_hostname
  return given === null || given.trim() === '' ? `users.noreply.${ownHost}` : given
}
