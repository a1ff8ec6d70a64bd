import * as E from 'fp-ts/lib/Either.js'
import { SCOPES } from '../../../../access/index.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse } from '../../../../kernel/index.js'
import { invalidGrant } from '../../authorization-grant/aggregate.js'
import { challengeOf } from '../../authorization-grant/pkce.js'
import { authenticateClient, type ClientCredentials } from '../../oauth-application/use-cases.js'
import { oauthToken } from '../decider.js'
import { lifetimeOf } from '../lifetime.js'
import {
  epochSeconds,
  type IssuedTokens,
  mayUseToken,
  missingParameter,
  requestedScopes,
} from '../steps/issue-tokens.js'

/** A refresh token as a client presents it (RFC 6749 §6). */
export interface RefreshRequest {
  readonly client: ClientCredentials
  readonly refreshToken: string | undefined
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
  readonly scope: string | undefined
}

/**
 * Replaces both tokens of a family; the old ones become invalid at once. Rejections: `OAuth` (invalid_request, invalid_client, invalid_grant,
 * invalid_scope).
 */
export const refreshTokens: UseCase<RefreshRequest, IssuedTokens> = async (forge, caller, input) => {
  const { context } = caller
  const { refreshToken, redirectUri, codeVerifier } = input
  if (refreshToken === undefined) return refuse(missingParameter('refresh_token'))
  const client = authenticateClient(forge, caller, input.client)
  if (E.isLeft(client)) return client
  const presented = forge.secrets.digest(refreshToken)
  const row = forge.read.oauthTokens.byRefreshDigest(presented)
  if (row === undefined) return refuse(invalidGrant)
  const active = mayUseToken(forge, row.userId)
  if (E.isLeft(active)) return active
  const scopes =
    input.scope === undefined || input.scope.trim() === ''
      ? E.right(undefined)
      : requestedScopes(input.scope, SCOPES, forge.instance)
  if (E.isLeft(scopes)) return scopes
  const accessToken = forge.secrets.hex(32)
  const nextRefresh = forge.secrets.hex(32)
  const lifetime = lifetimeOf(client.right, forge.instance.release)
  const refreshed = await forge.aggregates.execute(
    oauthToken,
    row.familyId,
    {
      type: 'Refresh',
      applicationId: client.right.id,
      presented,
      scopes: scopes.right,
      redirectUri,
      challengeOfVerifier: codeVerifier === undefined ? undefined : challengeOf(codeVerifier, forge.secrets.digest),
      accessDigest: forge.secrets.digest(accessToken),
      refreshDigest: forge.secrets.digest(nextRefresh),
      lifetime,
      at: context.at,
    },
    context,
  )
  if (E.isLeft(refreshed)) return refreshed
  const state = refreshed.right.state
  return E.right({
    familyId: row.familyId,
    accessToken,
    refreshToken: nextRefresh,
    expiresIn: lifetime ?? undefined,
    scopes: state.kind === 'live' ? state.scopes : [],
    createdAt: epochSeconds(context),
    userId: row.userId,
    authenticatedAt: state.kind === 'live' ? state.authenticatedAt : null,
  })
}
