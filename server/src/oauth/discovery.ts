import { SCOPES } from '@forgefold/core/access'
import { type Forge, offeredScopes } from '@forgefold/core/app'
import { CHALLENGE_METHODS } from '@forgefold/core/domains/identity/authorization-grant'
import { releaseHas } from '@forgefold/core/releases'
import { type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import { DISCOVERY_CORS } from './exchange.js'
import type { IdTokens } from './id-token.js'
import { PROMPTS } from './prompt.js'

const document = (body: unknown): HttpResponse => ({
  status: 200,
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Cache-Control', 'max-age=3600, public'],
  ],
  body: JSON.stringify(body),
})

const hasImplicitGrant = ({ release }: Forge['instance']): boolean => releaseHas('oauth.implicit_grant', release)

/** The metadata of the provider (OpenID Connect Discovery §3, RFC 8414 §2). */
const metadata = ({ instance }: Forge, base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/oauth/authorize`,
  token_endpoint: `${base}/oauth/token`,
  revocation_endpoint: `${base}/oauth/revoke`,
  introspection_endpoint: `${base}/oauth/introspect`,
  userinfo_endpoint: `${base}/oauth/userinfo`,
  jwks_uri: `${base}/oauth/discovery/keys`,
  scopes_supported: offeredScopes(SCOPES, instance.release),
  response_types_supported: hasImplicitGrant(instance) ? ['code', 'token'] : ['code'],
  response_modes_supported: ['query', 'fragment'],
  grant_types_supported: [
    'authorization_code',
    ...(hasImplicitGrant(instance) ? ['implicit'] : []),
    'password',
    'client_credentials',
    'refresh_token',
  ],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  code_challenge_methods_supported: CHALLENGE_METHODS,
  prompt_values_supported: PROMPTS,
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  claim_types_supported: ['normal'],
  claims_supported: [
    'iss',
    'sub',
    'aud',
    'exp',
    'iat',
    'auth_time',
    'sub_legacy',
    'name',
    'nickname',
    'preferred_username',
    'email',
    'email_verified',
    'website',
    'profile',
    'picture',
    'groups',
    'groups_direct',
  ],
})

/** Discovery documents, keys and WebFinger. */
export const discoveryRoutes = (idTokens: IdTokens): ReadonlyArray<PlainRoute> => {
  const described: PlainRoute['handle'] = async (_, _params, { forge, baseUrl }) => document(metadata(forge, baseUrl))
  return [
    plainRoute({ method: 'GET', path: '/.well-known/openid-configuration', cors: DISCOVERY_CORS, handle: described }),
    plainRoute({
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      cors: DISCOVERY_CORS,
      handle: described,
    }),
    plainRoute({
      method: 'GET',
      path: '/oauth/discovery/keys',
      cors: DISCOVERY_CORS,
      handle: async () => document({ keys: [(await idTokens()).publicKey] }),
    }),
    plainRoute({
      method: 'GET',
      path: '/.well-known/webfinger',
      cors: DISCOVERY_CORS,
      handle: async (request, _, { baseUrl }) => {
        const subject = new URLSearchParams(request.query).get('resource')
        const rel = 'http://openid.net/specs/connect/1.0/issuer'
        return document({ subject, links: [{ rel, href: baseUrl }] })
      },
    }),
  ]
}
