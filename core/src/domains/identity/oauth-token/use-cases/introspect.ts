import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Lookup, Query } from '../../../../app/forge.js'
import { isExpired, oauthError, type Rejection, refuse } from '../../../../kernel/index.js'
import { authenticateClient, type ClientCredentials } from '../../oauth-application/use-cases.js'
import type { OAuthTokenRow } from '../queries.js'
import { mayUseToken } from '../steps/issue-tokens.js'

const invalidToken: Rejection = oauthError('invalid_token', 'The access token is invalid')

/** Whether a token is neither revoked nor replaced, and its user may sign in; a refresh token outlives its access token. */
const isGood = (forge: Forge, row: OAuthTokenRow): boolean => !row.dead && E.isRight(mayUseToken(forge, row.userId))

const livingAccessToken = (forge: Forge, digest: string): OAuthTokenRow | undefined => {
  const row = forge.read.oauthTokens.byAccessDigest(digest)
  const alive = row !== undefined && isGood(forge, row) && !isExpired(row, forge.clock.now())
  return alive ? row : undefined
}

const livingRefreshToken = (forge: Forge, digest: string): OAuthTokenRow | undefined => {
  const row = forge.read.oauthTokens.byRefreshDigest(digest)
  return row !== undefined && isGood(forge, row) ? row : undefined
}

/** A token with the client id of its application; null where it has none, or it is deleted. */
export interface DescribedToken extends OAuthTokenRow {
  readonly clientId: string | null
}

const described = (forge: Forge, row: OAuthTokenRow): DescribedToken => ({
  ...row,
  clientId: row.applicationId === null ? null : (forge.read.oauthApplications.find(row.applicationId)?.uid ?? null),
})

/** A valid access token by its secret. Rejections: `OAuth` (invalid_token). */
export const readAccessToken: Query<string | undefined, DescribedToken> = (forge, _, token) => {
  const row = token === undefined ? undefined : livingAccessToken(forge, forge.secrets.digest(token))
  return row === undefined ? refuse(invalidToken) : E.right(described(forge, row))
}

/** A client's request to introspect a token (RFC 7662 §2.1). */
export interface Introspection {
  readonly client: ClientCredentials
  readonly token: string | undefined
}

/** A valid token with its user, or null where it acts for no user. */
export interface IntrospectedToken {
  readonly token: DescribedToken
  readonly refreshes: boolean
  readonly user: { readonly id: number; readonly username: string } | null
}

/** A valid access or refresh token of the client, or without a client; null where there is none (RFC 7662 §2.2). Rejections: `OAuth` (invalid_client). */
export const introspectToken: Query<Introspection, IntrospectedToken | null> = (forge, caller, input) => {
  const client = authenticateClient(forge, caller, input.client)
  if (E.isLeft(client)) return client
  if (input.token === undefined) return E.right(null)
  const digest = forge.secrets.digest(input.token)
  const access = livingAccessToken(forge, digest)
  const row = access ?? livingRefreshToken(forge, digest)
  if (row === undefined || (row.applicationId !== null && row.applicationId !== client.right.id)) return E.right(null)
  const user = row.userId === null ? null : forge.read.users.card(row.userId)
  return E.right({ token: described(forge, row), refreshes: access === undefined, user })
}

/** A token by the SHA-256 of its access token, hexadecimal, invalid ones too. */
export const tokenByAccessDigest: Lookup<string, OAuthTokenRow | undefined> = (forge, digest) =>
  forge.read.oauthTokens.byAccessDigest(digest)
