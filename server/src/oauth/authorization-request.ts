import { anonymous, type Scope } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { isChallenge, isChallengeMethod } from '@forgefold/core/domains/identity/authorization-grant'
import {
  findClient,
  matchesRedirectUri,
  type OAuthApplicationRow,
  OUT_OF_BAND,
} from '@forgefold/core/domains/identity/oauth-application'
import { requestedScopes } from '@forgefold/core/domains/identity/oauth-token'
import { oauthError, type Rejection } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import type { RawParams } from '../http/index.js'
import { textOf } from './exchange.js'
import { type Prompting, promptingIn } from './prompt.js'

/** The part of the redirect URI that holds the answer (OAuth 2.0 Multiple Response Types §2.1). */
export type ResponseMode = 'query' | 'fragment'

/** A validated authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizationRequest {
  readonly application: OAuthApplicationRow
  readonly redirectUri: string
  readonly responseType: 'code' | 'token'
  readonly responseMode: ResponseMode
  readonly scopes: ReadonlyArray<Scope>
  readonly state: string | undefined
  readonly codeChallenge: string | null
  readonly nonce: string | null
  readonly prompting: Prompting
  /** An id_token of the expected user. */
  readonly idTokenHint: string | undefined
}

const missing = (name: string): Rejection => oauthError('invalid_request', `Missing required parameter: ${name}.`)

const invalidRedirect = oauthError(
  'invalid_redirect_uri',
  "The requested redirect uri is malformed or doesn't match client redirect URI.",
)
const unsupportedType = oauthError(
  'unsupported_response_type',
  'The authorization server does not support this response type.',
)
const unsupportedMode = oauthError(
  'unsupported_response_mode',
  'The authorization server does not support this response mode.',
)
const badMethod = oauthError('invalid_code_challenge_method', 'The code challenge method must be S256.')
const badChallenge = oauthError('invalid_request', 'The code challenge is not the SHA-256 of a verifier.')

/** The implicit flow was removed in release 15.0 (docs/reference/behaviour/identity.md#authorization-requests). */
const typeOf = (forge: Forge, given: string): 'code' | 'token' | undefined => {
  if (given === 'code') return 'code'
  return given === 'token' && releaseHas('oauth.implicit_grant', forge.instance.release) ? 'token' : undefined
}

/** A token never goes into a query, because servers and proxies log it. */
const modeOf = (given: string | undefined, type: 'code' | 'token'): ResponseMode | undefined => {
  if (given === undefined) return type === 'code' ? 'query' : 'fragment'
  if (given === 'query' && type === 'code') return given
  return given === 'fragment' ? given : undefined
}

/** Parameters that OpenID Connect lets a provider reject, with their error codes (OpenID Connect Core §3.1.2.6). */
const UNSUPPORTED = ['request', 'request_uri', 'registration'] as const

const leftOut = (params: RawParams): Rejection | undefined => {
  const name = UNSUPPORTED.find((one) => textOf(params, one) !== undefined)
  return name === undefined ? undefined : oauthError(`${name}_not_supported`, `The parameter ${name} is not supported.`)
}

const challengeIn = (params: RawParams): E.Either<Rejection, string | null> => {
  const challenge = textOf(params, 'code_challenge')
  const method = textOf(params, 'code_challenge_method')
  if (challenge === undefined && method === undefined) return E.right(null)
  if (!isChallengeMethod(method)) return E.left(badMethod)
  if (challenge === undefined) return E.right(null)
  return isChallenge(challenge) ? E.right(challenge) : E.left(badChallenge)
}

/** Whether the client may have the answer there, and a browser can go there: a registered URI may name a host that cannot be. */
const isRedirectOf = ({ redirectUris }: OAuthApplicationRow, requested: string): boolean =>
  redirectUris.some((registered) => matchesRedirectUri(registered, requested)) && URL.canParse(requested)

/** Parses and validates an authorization request, in the documented order. Rejections: `OAuth`; none of them may be sent to the redirect URI. */
export const authorizationRequest = (forge: Forge, params: RawParams): E.Either<Rejection, AuthorizationRequest> => {
  const clientId = textOf(params, 'client_id')
  if (clientId === undefined) return E.left(missing('client_id'))
  const client = findClient(forge, { principal: anonymous }, clientId)
  if (E.isLeft(client)) return client
  const application = client.right
  const redirectUri = textOf(params, 'redirect_uri')
  if (redirectUri === undefined) return E.left(missing('redirect_uri'))
  if (!isRedirectOf(application, redirectUri)) return E.left(invalidRedirect)
  const givenType = textOf(params, 'response_type')
  if (givenType === undefined) return E.left(missing('response_type'))
  const responseType = typeOf(forge, givenType)
  if (responseType === undefined) return E.left(unsupportedType)
  // A client without a redirect URI of its own could not read a token from the address.
  if (responseType === 'token' && redirectUri === OUT_OF_BAND) return E.left(unsupportedType)
  const responseMode = modeOf(textOf(params, 'response_mode'), responseType)
  if (responseMode === undefined) return E.left(unsupportedMode)
  const scopes = requestedScopes(textOf(params, 'scope'), application.scopes, forge.instance)
  if (E.isLeft(scopes)) return scopes
  const challenge = challengeIn(params)
  if (E.isLeft(challenge)) return challenge
  const unsupported = leftOut(params)
  if (unsupported !== undefined) return E.left(unsupported)
  const prompting = promptingIn(params)
  if (E.isLeft(prompting)) return prompting
  return E.right({
    application,
    redirectUri,
    responseType,
    responseMode,
    scopes: scopes.right,
    state: textOf(params, 'state'),
    codeChallenge: challenge.right,
    nonce: textOf(params, 'nonce') ?? null,
    prompting: prompting.right,
    idTokenHint: textOf(params, 'id_token_hint'),
  })
}
