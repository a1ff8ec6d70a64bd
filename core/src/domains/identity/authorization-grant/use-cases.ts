import * as E from 'fp-ts/lib/Either.js'
import type { Scope } from '../../../access/index.js'
import { signedIn } from '../../../access/instance-policy.js'
import type { AsyncQuery, UseCase } from '../../../app/forge.js'
import { type Instant, refuse } from '../../../kernel/index.js'
import { authorizationGrant, invalidGrant, isRedeemable } from './aggregate.js'

/** The authorization that the caller gives a client. */
export interface GrantAuthorization {
  readonly applicationId: number
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  readonly codeChallenge: string | null
  readonly nonce: string | null
  /** When the caller last authenticated. */
  readonly authenticatedAt: Instant
}

/** Authorises a client and returns a code, of which only the digest is stored. Rejections: `Unauthenticated`. */
export const grantAuthorization: UseCase<GrantAuthorization, { readonly code: string }> = async (
  forge,
  { principal, context },
  details,
) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const code = forge.secrets.hex(32)
  const command = { type: 'Grant', ...details, userId: known.right.userId, at: context.at } as const
  const granted = await forge.aggregates.execute(authorizationGrant, forge.secrets.digest(code), command, context)
  return E.isLeft(granted) ? granted : E.right({ code })
}

/** Checks that a code belongs to the caller and can still be redeemed. Rejections: `OAuth` (invalid_grant) where it cannot; `Unavailable`. */
export const confirmCode: AsyncQuery<string, void> = async (forge, { principal }, code) => {
  const loaded = await forge.aggregates.load(authorizationGrant, forge.secrets.digest(code))
  if (E.isLeft(loaded)) return loaded
  const grant = loaded.right.state
  const own = grant.kind === 'granted' && principal.kind === 'user' && grant.userId === principal.userId
  const redeemable = own && isRedeemable(grant, forge.clock.now())
  return redeemable ? E.right(undefined) : refuse(invalidGrant)
}
