import { type DeployTokenHolder, type Principal, SCOPES, type SignedIn } from '@forgefold/core/access'
import * as E from 'fp-ts/lib/Either.js'
import type { Authenticator } from '../auth/authenticator.js'
import type { PresentedCredentials } from '../auth/presented-credentials.js'
import type { HttpRequest } from '../http/message.js'
import { presentedInQuery } from '../http/query-credentials.js'
import type { FindCaller } from './throttle.js'

/** Whatever a token allows, it identifies its holder. */
const ANY_NEEDS = {
  method: 'GET',
  scopes: SCOPES,
  takesJobToken: true,
  takesDeployToken: true,
  looksOnly: true,
} as const

const ANONYMOUS = { caller: undefined, admin: false, fromPages: false } as const

type Identification = Pick<Authenticator, 'identify' | 'holderOf'>

const holderOf = (
  authenticator: Identification,
  presented: PresentedCredentials,
): SignedIn | DeployTokenHolder | undefined => {
  const identified = authenticator.identify(presented, ANY_NEEDS)
  // An invalid token is never treated as none: no other credentials stand in for it.
  if (E.isLeft(identified)) return undefined
  if (identified.right.kind !== 'anonymous') return identified.right
  return presented.basic === undefined ? undefined : authenticator.holderOf(presented.basic)
}

/** As whom a request acts, by its headers, Basic credentials, query or browser session; undefined for nobody, and where its token is invalid. Nothing is refused here. */
export const principalIn = (authenticator: Identification, request: HttpRequest): Principal | undefined =>
  holderOf(authenticator, presentedInQuery(request))

/** Finds the holder of the token in a request, whoever they act as; nothing is refused here. */
export const callerOf =
  (authenticator: Identification): FindCaller =>
  (request) => {
    const holder = holderOf(authenticator, { ...presentedInQuery(request), sudo: undefined })
    if (holder === undefined) return ANONYMOUS
    return holder.kind === 'user'
      ? { caller: `user:${holder.userId}`, admin: holder.admin, fromPages: false }
      : { caller: `deploy_token:${holder.tokenId}`, admin: false, fromPages: false }
  }
