import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { oauthError, type Rejection, refuse } from '../../../../kernel/index.js'
import { authenticateClient, type ClientCredentials } from '../../oauth-application/use-cases.js'
import { oauthToken } from '../decider.js'
import { ACCESS_TOKEN_LIFETIME } from '../lifetime.js'
import type { OAuthTokenRow } from '../queries.js'

const notAuthorized: Rejection = oauthError('unauthorized_client', 'You are not authorized to revoke this token')

/** An access or a refresh token, found by its digest. */
const findToken = (forge: Forge, token: string): OAuthTokenRow | undefined => {
  const digest = forge.secrets.digest(token)
  return forge.read.oauthTokens.byAccessDigest(digest) ?? forge.read.oauthTokens.byRefreshDigest(digest)
}

const mayRevoke = (forge: Forge, caller: Caller, row: OAuthTokenRow, client: ClientCredentials): boolean => {
  const application = row.applicationId === null ? undefined : forge.read.oauthApplications.find(row.applicationId)
  // Tokens without a client, and those of public clients, can be revoked by their holder; but client credentials, where sent, must be correct.
  const isNamed = client.clientId !== undefined || client.clientSecret !== undefined
  if (application === undefined || (!application.confidential && !isNamed)) return true
  const known = authenticateClient(forge, caller, client)
  return E.isRight(known) && known.right.id === application.id
}

/** A token that a client revokes (RFC 7009 §2.1). */
export interface RevocationRequest {
  readonly client: ClientCredentials
  readonly token: string | undefined
}

/**
 * Revokes a token and its whole family (RFC 7009); an unknown token counts as revoked.
 * Rejections: `OAuth` (unauthorized_client) where the token belongs to a confidential client that did not authenticate.
 */
export const revokeOAuthToken: UseCase<RevocationRequest, void> = async (forge, caller, { token, client }) => {
  const row = token === undefined || token === '' ? undefined : findToken(forge, token)
  if (row === undefined) return E.right(undefined)
  if (!mayRevoke(forge, caller, row, client)) return refuse(notAuthorized)
  const { context } = caller
  const revoked = await forge.aggregates.execute(oauthToken, row.familyId, { type: 'Revoke', at: context.at }, context)
  return E.isLeft(revoked) ? revoked : E.right(undefined)
}

/**
 * Gives every token without an expiry one, as release 15.0 does (docs/reference/behaviour/identity.md#lifetime-of-access-tokens); returns how
 * many there were. Rejections: `Unavailable`.
 */
export const expireNonExpiringTokens: UseCase<void, number> = (forge, { context }) => {
  const given = { type: 'GiveExpiry', lifetime: ACCESS_TOKEN_LIFETIME, at: context.at } as const
  return executeForEach(forge, context, forge.read.oauthTokens.nonExpiring(), ({ familyId }, own) =>
    forge.aggregates.execute(oauthToken, familyId, given, own),
  )
}
