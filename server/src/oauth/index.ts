/** Endpoints of the OAuth 2.0 and OpenID Connect provider. */
import type { PlainRoute } from '../http/index.js'
import { routesOnDemand } from '../http/routes-on-demand.js'
import type { GuessLimiter } from '../limits/guess-limiter.js'
import { discoveryRoutes } from './discovery.js'
import type { IdTokens } from './id-token.js'
import { introspectRoute, tokenInfoRoute } from './introspection.js'
import { revokeRoute } from './revoke.js'
import { tokenRoute } from './token.js'
import { userinfoRoutes } from './userinfo.js'

export { type IdTokens, makeIdTokens } from './id-token.js'

const CONSENT_TABLE = `
GET POST DELETE /oauth/authorize
GET /oauth/authorize/native
`

/** The pages of consent, as they are declared. */
export const declaredConsent = async (
  idTokens: IdTokens,
  guessLimiter: GuessLimiter,
): Promise<ReadonlyArray<PlainRoute>> => {
  const { authorizeRoutes } = await import('./authorize.js')
  const { nativeRoute } = await import('./native.js')
  return [...authorizeRoutes(idTokens, guessLimiter), nativeRoute]
}

/** The same pages, which are loaded with the first request for one. */
export const consentRoutes = (idTokens: IdTokens, guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> =>
  routesOnDemand(CONSENT_TABLE, () => declaredConsent(idTokens, guessLimiter))

/** Every endpoint of the provider, including the consent page. */
export const oauthRoutes = (idTokens: IdTokens, guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> => [
  ...consentRoutes(idTokens, guessLimiter),
  tokenRoute(idTokens, guessLimiter),
  revokeRoute(guessLimiter),
  tokenInfoRoute,
  introspectRoute(guessLimiter),
  ...userinfoRoutes,
  ...discoveryRoutes(idTokens),
]
