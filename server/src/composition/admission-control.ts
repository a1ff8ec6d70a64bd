import type { Forge } from '@forgefold/core/app'
import { Freshness } from '../auth/index.js'
import { type AddressLimit, type FindCaller, makeThrottle, withAddressLimit, withMaintenance } from '../limits/index.js'
import type { ForgefoldOptions } from './forgefold-options.js'

/** The checks before every request: throttles, then maintenance mode. */
export const admissionControlOf = (
  forge: Forge,
  findCaller: FindCaller,
  addressLimit: AddressLimit,
  { protectedPaths }: ForgefoldOptions,
): ReturnType<typeof makeThrottle> => {
  const throttle = makeThrottle({ forge, findCaller, ...(protectedPaths === undefined ? {} : { protectedPaths }) })
  return withAddressLimit(forge, findCaller, addressLimit, withMaintenance(forge, findCaller, throttle))
}

/** A server that is alone sees its own revocations at once. */
export const revocationFreshnessOf = (
  forge: Forge,
  { local, revocationLag = 1000 }: ForgefoldOptions,
): Freshness | undefined =>
  local === undefined
    ? undefined
    : new Freshness({ events: forge.events, read: forge.read, longest: revocationLag, now: () => performance.now() })
