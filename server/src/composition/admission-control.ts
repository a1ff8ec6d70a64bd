import type { Forge } from '@forgefold/core/app'
import { type Authenticator, Freshness } from '../auth/index.js'
import {
  type AddressLimit,
  askExternalAuthorization,
  callerOf,
  makeThrottle,
  withAddressLimit,
  withMaintenance,
} from '../limits/index.js'
import type { ForgefoldOptions } from './forgefold-options.js'

/** The checks before every request: throttles, then maintenance mode; then the external authorization service is asked. */
export const admissionControlOf = (
  forge: Forge,
  authenticator: Authenticator,
  addressLimit: AddressLimit,
  { protectedPaths }: ForgefoldOptions,
): ReturnType<typeof askExternalAuthorization> => {
  const findCaller = callerOf(authenticator)
  const throttle = makeThrottle({ forge, findCaller, ...(protectedPaths === undefined ? {} : { protectedPaths }) })
  const front = withAddressLimit(forge, findCaller, addressLimit, withMaintenance(forge, findCaller, throttle))
  return askExternalAuthorization(forge, authenticator, front)
}

/** A server that is alone sees its own revocations at once. */
export const revocationFreshnessOf = (
  forge: Forge,
  { local, revocationLag = 1000 }: ForgefoldOptions,
): Freshness | undefined =>
  local === undefined
    ? undefined
    : new Freshness({ events: forge.events, read: forge.read, longest: revocationLag, now: () => performance.now() })
