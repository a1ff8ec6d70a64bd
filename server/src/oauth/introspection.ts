import { anonymous } from '@forgefold/core/access'
import { type Forge, offeredScopes } from '@forgefold/core/app'
import {
  introspectToken,
  type OAuthTokenRow,
  readAccessToken,
  secondsLeft,
} from '@forgefold/core/domains/identity/oauth-token'
import { millisecondsOf, refuse } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { presentedIn } from '../auth/presented-credentials.js'
import { type HttpRequest, type HttpResponse, type PlainRoute, plainRoute, type RawParams } from '../http/index.js'
import { type GuessLimiter, tooManyGuesses } from '../limits/guess-limiter.js'
import { clientGuess, withinGuessLimit } from './client-guess-limit.js'
import { clientOf, oauthJson, oauthParams, oauthRefusal, textOf } from './exchange.js'

const epoch = (instant: OAuthTokenRow['issuedAt']): number => Math.floor(millisecondsOf(instant) / 1000)

/** The token a request carries, by header or parameter. */
export const presentedToken = (request: HttpRequest, params: RawParams): string | undefined =>
  presentedIn(request.headers, (name) => textOf(params, name)).bearer

/** The access token that a request presents; wrong ones count as guesses. Rejections: as `readAccessToken`; `Throttled`. */
export const knownToken = (
  forge: Forge,
  { remoteAddress }: HttpRequest,
  presented: string | undefined,
): ReturnType<typeof readAccessToken> => {
  if (presented !== undefined && !forge.guessLimiter.allowsToken(presented, remoteAddress))
    return refuse(tooManyGuesses)
  const found = readAccessToken(forge, { principal: anonymous }, presented)
  if (presented !== undefined && E.isRight(found)) forge.guessLimiter.tokenWasRight(remoteAddress)
  return found
}

/** The old names of two fields, in releases that have them. */
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
    const token = knownToken(forge, request, presentedToken(request, params.right))
    if (E.isLeft(token)) return oauthRefusal(token.left)
    const row = token.right
    const left = secondsLeft(row, forge.clock.now())
    const scope = offeredScopes(row.scopes, forge.instance.release)
    return oauthJson(200, {
      resource_owner_id: row.userId,
      scope,
      expires_in: left,
      application: { uid: row.clientId },
      created_at: epoch(row.issuedAt),
      ...aliases(forge, scope, left),
    })
  },
})

const introspect = (forge: Forge, request: HttpRequest, params: RawParams): HttpResponse => {
  const asked = { client: clientOf(request, params), token: textOf(params, 'token') }
  const found = introspectToken(forge, { principal: anonymous }, asked)
  if (E.isLeft(found)) return oauthRefusal(found.left)
  if (found.right === null) return oauthJson(200, { active: false })
  const { token, refreshes, user } = found.right
  return oauthJson(200, {
    active: true,
    scope: offeredScopes(token.scopes, forge.instance.release).join(' '),
    client_id: token.clientId,
    token_type: 'Bearer',
    exp: token.expiresAt === null || refreshes ? undefined : epoch(token.expiresAt),
    iat: epoch(token.issuedAt),
    ...(user === null ? {} : { sub: String(user.id), username: user.username }),
  })
}

/** POST /oauth/introspect (RFC 7662): for authenticated clients, about their own tokens and those without a client. */
export const introspectRoute = (guessLimiter: GuessLimiter): PlainRoute =>
  plainRoute({
    method: 'POST',
    path: '/oauth/introspect',
    handle: async (request, _, { forge }) => {
      const params = await oauthParams(request)
      if (E.isLeft(params)) return oauthRefusal(params.left)
      const answer = async (): Promise<HttpResponse> => introspect(forge, request, params.right)
      return withinGuessLimit(guessLimiter, clientGuess(request, params.right), answer, ({ status }) => status === 401)
    },
  })
