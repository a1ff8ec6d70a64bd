import { SCOPES } from '@forgefold/core/access'
import * as E from 'fp-ts/lib/Either.js'
import type { Authenticator } from '../auth/authenticator.js'
import { presentedIn } from '../auth/presented-credentials.js'
import type { FindCaller } from './throttle.js'

/** Whatever a token allows, it identifies its holder. */
const ANY_NEEDS = { method: 'GET', scopes: SCOPES, takesJobToken: true, takesDeployToken: true } as const

const ANONYMOUS = { caller: undefined, admin: false, fromPages: false } as const

/** Finds the holder of the token in a request's headers, Basic credentials or query, or of the browser session; nothing is refused here. */
export const callerOf =
  (authenticator: Pick<Authenticator, 'identify' | 'holderOf'>): FindCaller =>
  (request) => {
    const query = new URLSearchParams(request.query)
    const presented = presentedIn(request.headers, (name) => query.get(name) ?? undefined)
    const identified = authenticator.identify({ ...presented, sudo: undefined }, ANY_NEEDS)
    const principal = E.isRight(identified) && identified.right.kind !== 'anonymous' ? identified.right : undefined
    const holder = principal ?? (presented.basic === undefined ? undefined : authenticator.holderOf(presented.basic))
    if (holder === undefined) return ANONYMOUS
    return holder.kind === 'user'
      ? { caller: `user:${holder.userId}`, admin: holder.admin, fromPages: false }
      : { caller: `deploy_token:${holder.tokenId}`, admin: false, fromPages: false }
  }
