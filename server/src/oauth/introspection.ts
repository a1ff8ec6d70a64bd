import { type Forge, offeredScopes } from '@forgefold/core/app'
import { authenticateClient } from '@forgefold/core/domains/identity/oauth-application'
import { mayAct, type OAuthTokenRow } from '@forgefold/core/domains/identity/oauth-token'
import { millisecondsOf, oauthError } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { presentedIn } from '../auth/presented.js'
import { type HttpRequest, type HttpResponse, type PlainRoute, plainRoute, type RawParams } from '../http/index.js'
import type { GuessLimiter } from '../limits/guess-limiter.js'
import { clientGuess, unlessGuessing } from './client-guess-limit.js'
import { clientOf, oauthJson, oauthParams, oauthRefusal, textOf } from './exchange.js'

const epoch = (instant: OAuthTokenRow['issuedAt']): number => Math.floor(millisecondsOf(instant) / 1000)

/** Neither revoked nor replaced, and its user may still come in; a refresh token outlives the access token beside it. */
const isGood = (forge: Forge, row: OAuthTokenRow): boolean => !row.dead && E.isRight(mayAct(forge, row.userId))

const isAlive = (forge: Forge, row: OAuthTokenRow): boolean =>
  isGood(forge, row) && (row.expiresAt === null || forge.clock.now() < row.expiresAt)

/** The token a request carries, by header or parameter. */
export const presentedToken = (request: HttpRequest, params: RawParams): string | undefined =>
  presentedIn(request.headers, (name) => textOf(params, name)).bearer

/** The living access token a request carries. */
export const livingToken = (forge: Forge, token: string | undefined): OAuthTokenRow | undefined => {
  const row = token === undefined ? undefined : forge.read.oauthTokens.byAccessDigest(forge.secrets.digest(token))
  return row !== undefined && isAlive(forge, row) ? row : undefined
}

const invalidToken = oauthError('invalid_token', 'The access token is invalid')

const secondsLeft = (forge: Forge, row: OAuthTokenRow): number | null =>
  row.expiresAt === null ? null : Math.floor((millisecondsOf(row.expiresAt) - millisecondsOf(forge.clock.now())) / 1000)

const uidOf = (forge: Forge, row: OAuthTokenRow): string | null =>
  row.applicationId === null ? null : (forge.read.oauthApplications.find(row.applicationId)?.uid ?? null)

/** Old names of two fields, for as long as the release has them. */
const aliases = (
  { instance: { release } }: Forge,
  scope: ReadonlyArray<string>,
  left: number | null,
): Readonly<Record<string, unknown>> => ({
  ...(releaseHas('oauth.token_info.scopes', release) ? { scopes: scope } : {}),
  ...(releaseHas('oauth.token_info.expires_in_seconds', release) ? { expires_in_seconds: left } : {}),
})

/** GET /oauth/token/info (docs/reference/behaviour/identity.md#token-info). */
export const tokenInfoRoute = plainRoute({
  method: 'GET',
  path: '/oauth/token/info',
  handle: async (request, _, { forge }) => {
    const params = await oauthParams(request)
    if (E.isLeft(params)) return oauthRefusal(params.left)
    const row = livingToken(forge, presentedToken(request, params.right))
    if (row === undefined) return oauthRefusal(invalidToken)
    const left = secondsLeft(forge, row)
    const scope = offeredScopes(row.scopes, forge.instance.release)
    return oauthJson(200, {
      resource_owner_id: row.userId,
      scope,
      expires_in: left,
      application: { uid: uidOf(forge, row) },
      created_at: epoch(row.issuedAt),
      ...aliases(forge, scope, left),
    })
  },
})

/** A living access token, or a living refresh token. */
const livingPart = (
  forge: Forge,
  token: string,
): { readonly row: OAuthTokenRow; readonly refreshes: boolean } | undefined => {
  const access = livingToken(forge, token)
  if (access !== undefined) return { row: access, refreshes: false }
  const row = forge.read.oauthTokens.byRefreshDigest(forge.secrets.digest(token))
  return row !== undefined && isGood(forge, row) ? { row, refreshes: true } : undefined
}

const introspect = (forge: Forge, request: HttpRequest, params: RawParams): HttpResponse => {
  const client = authenticateClient(forge, clientOf(request, params))
  if (E.isLeft(client)) return oauthRefusal(client.left)
  const token = textOf(params, 'token')
  const found = token === undefined ? undefined : livingPart(forge, token)
  const row = found?.row
  if (row === undefined || (row.applicationId !== null && row.applicationId !== client.right.id))
    return oauthJson(200, { active: false })
  const user = row.userId === null ? undefined : forge.read.users.card(row.userId)
  return oauthJson(200, {
    active: true,
    scope: offeredScopes(row.scopes, forge.instance.release).join(' '),
    client_id: uidOf(forge, row),
    token_type: 'Bearer',
    exp: row.expiresAt === null || found?.refreshes === true ? undefined : epoch(row.expiresAt),
    iat: epoch(row.issuedAt),
    ...(user === undefined ? {} : { sub: String(user.id), username: user.username }),
  })
}

/** POST /oauth/introspect (RFC 7662): for clients that identify themselves, about their own tokens and those without a client. */
export const introspectRoute = (guessLimiter: GuessLimiter): PlainRoute =>
  plainRoute({
    method: 'POST',
    path: '/oauth/introspect',
    handle: async (request, _, { forge }) => {
      const params = await oauthParams(request)
      if (E.isLeft(params)) return oauthRefusal(params.left)
      const answer = async (): Promise<HttpResponse> => introspect(forge, request, params.right)
      return unlessGuessing(guessLimiter, clientGuess(request, params.right), answer, ({ status }) => status === 401)
    },
  })
