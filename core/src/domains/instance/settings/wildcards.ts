import { fitsStars } from '../../../kernel/index.js'

/** Whether one of the wildcards fits a host; case does not matter. */
export const fitsAny = (host: string, wildcards: ReadonlyArray<string>): boolean => {
  const lower = host.toLowerCase()
  return wildcards.some((wildcard) => fitsStars(wildcard.trim().toLowerCase(), lower))
}
