import { anonymous } from '@forgefold/core/access'
import {
  clientCredentialsGrant,
  exchangeCode,
  type IssuedTokens,
  passwordGrant,
  refreshTokens,
} from '@forgefold/core/domains/identity/oauth-token'
import { oauthError, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpRequest, type PlainRoute, plainRoute, type RawParams } from '../http/index.js'
import { callerBy, type RequestContext } from '../http/route.js'
import { type Guess, type GuessLimiter, passwordGuess } from '../limits/guess-limiter.js'
import { clientGuess, tooManyGuesses } from './client-guess-limit.js'
import { clientOf, oauthJson, oauthParams, oauthRefusal, TOKEN_CORS, textOf } from './exchange.js'
import { type IdTokens, idTokenFor } from './id-token.js'

type Granted = E.Either<Rejection, IssuedTokens & { readonly nonce?: string | null }>

const unsupportedGrant = oauthError(
  'unsupported_grant_type',
  'The authorization grant type is not supported by the authorization server.',
)
const noGrant = oauthError('invalid_request', 'Missing required parameter: grant_type.')

const grant = async (
  context: RequestContext,
  params: RawParams,
): Promise<{ readonly granted: Granted; readonly withRefresh: boolean }> => {
  const { forge, request } = context
  const client = clientOf(request, params)
  const caller = callerBy(context, anonymous)
  const text = (name: string): string | undefined => textOf(params, name)
  switch (text('grant_type')) {
    case undefined:
      return { granted: E.left(noGrant), withRefresh: false }
    case 'authorization_code': {
      const input = { code: text('code'), redirectUri: text('redirect_uri'), codeVerifier: text('code_verifier') }
      return { granted: await exchangeCode(forge, caller, { client, ...input }), withRefresh: true }
    }
    case 'refresh_token': {
      const input = {
        refreshToken: text('refresh_token'),
        redirectUri: text('redirect_uri'),
        codeVerifier: text('code_verifier'),
        scope: text('scope'),
      }
      return { granted: await refreshTokens(forge, caller, { client, ...input }), withRefresh: true }
    }
    case 'password': {
      const input = { username: text('username'), password: text('password'), scope: text('scope') }
      return { granted: await passwordGrant(forge, caller, { client, ...input }), withRefresh: false }
    }
    case 'client_credentials': {
      return {
        granted: await clientCredentialsGrant(forge, caller, { client, scope: text('scope') }),
        withRefresh: false,
      }
    }
    default:
      return { granted: E.left(unsupportedGrant), withRefresh: false }
  }
}

/** What a wrong request may have guessed: a password, or a client's secret, code or refresh token. */
const guessedKeys = (request: HttpRequest, params: RawParams): Guess => {
  return textOf(params, 'grant_type') === 'password'
    ? passwordGuess(request.remoteAddress, textOf(params, 'username') ?? '')
    : [clientGuess(request, params)]
}

const GUESSES: ReadonlySet<string> = new Set(['invalid_client', 'invalid_grant'])
const isGuess = (rejection: Rejection): boolean => rejection.kind === 'OAuth' && GUESSES.has(rejection.error.code)

/** POST /oauth/token: every documented grant (docs/reference/behaviour/identity.md#token-endpoint). */
export const tokenRoute = (idTokens: IdTokens, guessLimiter: GuessLimiter): PlainRoute =>
  plainRoute({
    method: 'POST',
    path: '/oauth/token',
    cors: TOKEN_CORS,
    handle: async (request, _, context) => {
      const params = await oauthParams(request)
      if (E.isLeft(params)) return oauthRefusal(params.left)
      const keys = guessedKeys(request, params.right)
      if (!guessLimiter.allows(...keys)) return tooManyGuesses
      const { granted, withRefresh } = await grant(context, params.right)
      if (E.isRight(granted) || !isGuess(granted.left)) guessLimiter.wasRight(...keys)
      if (E.isLeft(granted)) return oauthRefusal(granted.left)
      const tokens = granted.right
      if (tokens.expiresIn === undefined) context.usesDeprecated('oauth.tokens_without_expiry')
      const idToken = await idTokenFor(
        context.forge,
        idTokens,
        tokens,
        clientOf(request, params.right).clientId,
        context.baseUrl,
      )
      return oauthJson(200, {
        access_token: tokens.accessToken,
        token_type: 'bearer',
        ...(tokens.expiresIn === undefined ? {} : { expires_in: tokens.expiresIn }),
        ...(withRefresh ? { refresh_token: tokens.refreshToken } : {}),
        scope: tokens.scopes.join(' '),
        ...(withRefresh ? { created_at: tokens.createdAt } : {}),
        ...(idToken === undefined ? {} : { id_token: idToken }),
      })
    },
  })
