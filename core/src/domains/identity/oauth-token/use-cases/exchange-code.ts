import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { type Rejection, refuse } from '../../../../kernel/index.js'
import { authorizationGrant, invalidGrant } from '../../authorization-grant/aggregate.js'
import { challengeOf, isVerifier } from '../../authorization-grant/pkce.js'
import { authenticateClient, type ClientCredentials } from '../../oauth-application/use-cases.js'
import { oauthToken } from '../decider.js'
import { type IssuedTokens, issueTokens, mayUseToken, missingParameter } from '../steps/issue-tokens.js'

/** A code as a client presents it (RFC 6749 §4.1.3). */
export interface CodeExchange {
  readonly client: ClientCredentials
  readonly code: string | undefined
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
}

/** Tokens for a code, with the nonce of the authorization request (OpenID Connect Core §3.1.2.1). */
export interface ExchangedTokens extends IssuedTokens {
  readonly nonce: string | null
}

/** The grant of a code, where it belongs to this client and its user may use the instance. */
const redeemable = async (forge: Forge, caller: Caller, input: CodeExchange) => {
  const { code, redirectUri, codeVerifier } = input
  if (code === undefined) return refuse(missingParameter('code'))
  if (redirectUri === undefined) return refuse(missingParameter('redirect_uri'))
  const client = authenticateClient(forge, caller, input.client)
  if (E.isLeft(client)) return client
  if (codeVerifier !== undefined && !isVerifier(codeVerifier)) return refuse(invalidGrant)
  const streamId = forge.secrets.digest(code)
  const grant = await forge.aggregates.load(authorizationGrant, streamId)
  if (E.isLeft(grant)) return grant
  const given = grant.right.state
  if (given.kind === 'none' || given.applicationId !== client.right.id) return refuse(invalidGrant)
  const active = mayUseToken(forge, given.userId)
  return E.isLeft(active) ? active : E.right({ application: client.right, redirectUri, streamId, given })
}

/**
 * Redeems an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5).
 *
 * A code that is presented twice is refused; the tokens issued for it stay valid (docs/decisions/identity-provider.md).
 * Rejections: `OAuth` (invalid_request, invalid_client, invalid_grant).
 */
export const exchangeCode: UseCase<CodeExchange, ExchangedTokens> = async (forge, caller, input) => {
  const { context } = caller
  const { codeVerifier } = input
  const found = await redeemable(forge, caller, input)
  if (E.isLeft(found)) return found
  const { application, redirectUri, streamId, given } = found.right
  const familyId = await forge.numbers.next('oauth-token')
  if (E.isLeft(familyId)) return familyId
  const redeem = {
    type: 'Redeem',
    applicationId: application.id,
    redirectUri,
    challengeOfVerifier: codeVerifier === undefined ? undefined : challengeOf(codeVerifier, forge.secrets.digest),
    familyId: familyId.right,
    at: context.at,
  } as const
  const redeemed = await forge.aggregates.execute(authorizationGrant, streamId, redeem, context)
  if (E.isLeft(redeemed)) return redeemed
  const issued = await issueTokens(forge, withNewCommandId(forge, context), familyId.right, {
    grant: 'authorization_code',
    application,
    userId: given.userId,
    scopes: given.scopes,
    refreshable: true,
    redirectUri: given.redirectUri,
    codeChallenge: given.codeChallenge,
    authenticatedAt: given.authenticatedAt,
  })
  if (E.isLeft(issued)) return issued
  return unlessWithdrawn(forge, context, streamId, issued.right, given.nonce)
}

/** The tokens, unless the code was withdrawn before they were issued: that is recorded in the grant, and they are revoked. */
const unlessWithdrawn = async (
  forge: Forge,
  context: CommandContext,
  streamId: string,
  issued: IssuedTokens,
  nonce: string | null,
): Promise<E.Either<Rejection, ExchangedTokens>> => {
  const grant = await forge.aggregates.load(authorizationGrant, streamId)
  if (E.isLeft(grant)) return grant
  const { state } = grant.right
  if (state.kind !== 'granted' || !state.withdrawn) return E.right({ ...issued, nonce })
  const revoke = { type: 'Revoke', at: context.at } as const
  const revoked = await forge.aggregates.execute(oauthToken, issued.familyId, revoke, withNewCommandId(forge, context))
  return E.isLeft(revoked) ? revoked : refuse(invalidGrant)
}
