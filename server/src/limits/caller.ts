import { SCOPES } from '@forgefold/core/access'
import * as E from 'fp-ts/lib/Either.js'
import type { Authenticator } from '../auth/authenticator.js'
import { presentedIn } from '../auth/presented.js'
import type { CallerLookup } from './throttle.js'

/** Whatever a token may do, it says who holds it. */
const ANY_NEEDS = { method: 'GET', scopes: SCOPES, takesJobToken: true, takesDeployToken: true } as const

const NOBODY = { caller: undefined, admin: false, fromPages: false } as const

/** Finds the holder of the token in a request's headers or query, or of the browser session; nobody is refused here. */
export const callerOf =
  (authenticator: Pick<Authenticator, 'identify'>): CallerLookup =>
  (request) => {
    const query = new URLSearchParams(request.query)
    const presented = presentedIn(request.headers, (name) => query.get(name) ?? undefined)
    const identified = authenticator.identify({ ...presented, sudo: undefined }, ANY_NEEDS)
    if (E.isLeft(identified)) return NOBODY
    if (identified.right.kind !== 'user') return NOBODY
    const { userId, admin } = identified.right
    return { caller: `user:${userId}`, admin, fromPages: false }
  }
