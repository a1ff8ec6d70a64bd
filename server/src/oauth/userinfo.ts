import * as E from 'fp-ts/lib/Either.js'
import { type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import { claimsOf } from './claims.js'
import { oauthJson, oauthParams, oauthRefusal, USERINFO_CORS } from './exchange.js'
import { knownToken, presentedToken } from './introspection.js'

/** The reason is in the challenge, the body is empty (RFC 6750 §3). */
const challenged = (status: number, code: string, description: string): HttpResponse => ({
  status,
  headers: [
    ['WWW-Authenticate', `Bearer realm="Forgefold", error="${code}", error_description="${description}"`],
    ['Cache-Control', 'no-store'],
  ],
  body: '',
})

const INVALID = challenged(401, 'invalid_token', 'The access token is invalid')
const NO_SCOPE = challenged(403, 'invalid_scope', 'Access to this resource requires scope \\"openid\\".')

const handle: PlainRoute['handle'] = async (request, _, { forge }) => {
  const params = await oauthParams(request)
  const presented = E.isLeft(params) ? undefined : presentedToken(request, params.right)
  const token = knownToken(forge, request, presented)
  if (E.isLeft(token)) return token.left.kind === 'Throttled' ? oauthRefusal(token.left) : INVALID
  if (token.right.userId === null) return INVALID
  const { userId, scopes } = token.right
  if (!scopes.includes('openid')) return NO_SCOPE
  const claims = claimsOf(forge, userId, scopes)
  return claims === undefined ? INVALID : oauthJson(200, claims)
}

const path = '/oauth/userinfo'

/** GET and POST /oauth/userinfo (OpenID Connect Core §5.3). */
export const userinfoRoutes: ReadonlyArray<PlainRoute> = [
  plainRoute({ method: 'GET', path, cors: USERINFO_CORS, handle }),
  plainRoute({ method: 'POST', path, cors: USERINFO_CORS, handle }),
]
