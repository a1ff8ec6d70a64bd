import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../../access/instance-policy.js'
import type { Scope } from '../../../../access/principal.js'
import type { UseCase } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import type { OAuthApplicationRow } from '../../oauth-application/queries.js'
import { type IssuedTokens, issueTokens } from '../steps/issue-tokens.js'

/** The authorization of a client that receives its token with the redirection. */
export interface ImplicitGrant {
  readonly application: OAuthApplicationRow
  readonly scopes: ReadonlyArray<Scope>
  readonly redirectUri: string
  /** When the caller last authenticated. */
  readonly authenticatedAt: Instant
}

/** Issues an access token without a code and without a refresh token (RFC 6749 §4.2). Rejections: `Unauthenticated`, `Unavailable`. */
export const implicitGrant: UseCase<ImplicitGrant, IssuedTokens> = async (forge, { principal, context }, input) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const familyId = await forge.numbers.next('oauth-token')
  if (E.isLeft(familyId)) return familyId
  return issueTokens(forge, context, familyId.right, {
    ...input,
    grant: 'implicit',
    userId: known.right.userId,
    refreshable: false,
    codeChallenge: null,
  })
}
