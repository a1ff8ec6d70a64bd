import { SCOPES } from '@forgefold/core/access'
import * as E from 'fp-ts/lib/Either.js'
import type { Authenticator } from '../auth/authenticator.js'
import { presentedIn } from '../auth/presented.js'
import type { WhoIs } from './throttle.js'

/** Whatever a token may do, it says who holds it. */
const ANY_NEEDS = { method: 'GET', scopes: SCOPES, takesJobToken: true, takesDeployToken: true } as const

/** Finds the holder of the token in a request's headers or query; nobody is refused here. */
export const callerOf =
  (authenticator: Pick<Authenticator, 'identify'>): WhoIs =>
  (request) => {
    const query = new URLSearchParams(request.query)
    const presented = presentedIn(request.headers, (name) => query.get(name) ?? undefined)
    const identified = authenticator.identify({ ...presented, sudo: undefined }, ANY_NEEDS)
    if (E.isLeft(identified) || identified.right.kind !== 'user')
      return { caller: undefined, admin: false, fromPages: false }
    const { userId, admin } = identified.right
    return { caller: `user:${userId}`, admin, fromPages: false }
  }
