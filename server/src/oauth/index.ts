/** Endpoints of the OAuth 2.0 and OpenID Connect provider. */
import type { PlainRoute } from '../http/index.js'
import type { GuessingBrake } from '../limits/guessing.js'
import { authorizeRoutes } from './authorize.js'
import { discoveryRoutes } from './discovery.js'
import type { IdTokens } from './id-token.js'
import { introspectRoute, tokenInfoRoute } from './introspection.js'
import { nativeRoute } from './native.js'
import { revokeRoute } from './revoke.js'
import { tokenRoute } from './token.js'
import { userinfoRoutes } from './userinfo.js'

export { type IdTokens, makeIdTokens } from './id-token.js'

/** Every endpoint of the provider, the consent page among them. */
export const oauthRoutes = (idTokens: IdTokens, brake: GuessingBrake): ReadonlyArray<PlainRoute> => [
  ...authorizeRoutes(idTokens, brake),
  nativeRoute,
  tokenRoute(idTokens, brake),
  revokeRoute(brake),
  tokenInfoRoute,
  introspectRoute(brake),
  ...userinfoRoutes,
  ...discoveryRoutes(idTokens),
]
