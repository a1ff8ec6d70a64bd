import type { Scope } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { isChallenge } from '@forgefold/core/domains/authorization-grant'
import {
  invalidClient,
  matchesRedirectUri,
  type OAuthApplicationRow,
  OUT_OF_BAND,
} from '@forgefold/core/domains/oauth-application'
import { requestedScopes } from '@forgefold/core/domains/oauth-token'
import { oauthError, type Rejection } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import type { RawParams } from '../http/index.js'
import { textOf } from './exchange.js'

/** What a client asks of a user, checked (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizationRequest {
  readonly application: OAuthApplicationRow
  readonly redirectUri: string
  readonly responseType: 'code' | 'token'
  readonly scopes: ReadonlyArray<Scope>
  readonly state: string | undefined
  readonly codeChallenge: string | null
  readonly nonce: string | null
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
const badMethod = oauthError('invalid_code_challenge_method', 'The code challenge method must be S256.')
const badChallenge = oauthError('invalid_request', 'The code challenge is not the SHA-256 of a verifier.')

/** The implicit flow went with release 15.0 (contract 1, Versioning). */
const typeOf = (forge: Forge, given: string): 'code' | 'token' | undefined => {
  if (given === 'code') return 'code'
  return given === 'token' && releaseHas('oauth.implicit_grant', forge.instance.release) ? 'token' : undefined
}

const challengeIn = (params: RawParams): E.Either<Rejection, string | null> => {
  const challenge = textOf(params, 'code_challenge')
  const method = textOf(params, 'code_challenge_method')
  if (challenge === undefined) return method === undefined || method === 'S256' ? E.right(null) : E.left(badMethod)
  if (method !== 'S256') return E.left(badMethod)
  return isChallenge(challenge) ? E.right(challenge) : E.left(badChallenge)
}

/** Reads and checks an authorization request, in the documented order. Rejections: `OAuth`; none of them may be sent to the redirect URI. */
export const authorizationRequest = (forge: Forge, params: RawParams): E.Either<Rejection, AuthorizationRequest> => {
  const clientId = textOf(params, 'client_id')
  if (clientId === undefined) return E.left(missing('client_id'))
  const application = forge.read.oauthApplications.byUid(clientId)
  if (application === undefined) return E.left(invalidClient)
  const redirectUri = textOf(params, 'redirect_uri')
  if (redirectUri === undefined) return E.left(missing('redirect_uri'))
  if (!application.redirectUris.some((registered) => matchesRedirectUri(registered, redirectUri)))
    return E.left(invalidRedirect)
  const givenType = textOf(params, 'response_type')
  if (givenType === undefined) return E.left(missing('response_type'))
  const responseType = typeOf(forge, givenType)
  if (responseType === undefined) return E.left(unsupportedType)
  // Nobody reads a token out of an address that leads nowhere.
  if (responseType === 'token' && redirectUri === OUT_OF_BAND) return E.left(unsupportedType)
  const scopes = requestedScopes(textOf(params, 'scope'), application.scopes)
  if (E.isLeft(scopes)) return scopes
  const challenge = challengeIn(params)
  if (E.isLeft(challenge)) return challenge
  return E.right({
    application,
    redirectUri,
    responseType,
    scopes: scopes.right,
    state: textOf(params, 'state'),
    codeChallenge: challenge.right,
    nonce: textOf(params, 'nonce') ?? null,
  })
}
