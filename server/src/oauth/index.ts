/** Endpoints of the OAuth 2.0 and OpenID Connect provider. */
import type { PlainRoute } from '../http/index.js'
import type { GuessLimiter } from '../limits/guess-limiter.js'
import { authorizeRoutes } from './authorize.js'
import { discoveryRoutes } from './discovery.js'
import type { IdTokens } from './id-token.js'
import { introspectRoute, tokenInfoRoute } from './introspection.js'
import { nativeRoute } from './native.js'
import { revokeRoute } from './revoke.js'
import { tokenRoute } from './token.js'
import { userinfoRoutes } from './userinfo.js'

export { type IdTokens, makeIdTokens } from './id-token.js'

/** Every endpoint of the provider, including the consent page. */
export const oauthRoutes = (idTokens: IdTokens, guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> => [
  ...authorizeRoutes(idTokens, guessLimiter),
  nativeRoute,
  tokenRoute(idTokens, guessLimiter),
  revokeRoute(guessLimiter),
  tokenInfoRoute,
  introspectRoute(guessLimiter),
  ...userinfoRoutes,
  ...discoveryRoutes(idTokens),
]
