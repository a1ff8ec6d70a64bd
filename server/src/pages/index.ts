/** Server-rendered pages: they work without scripts. The composition mounts them. */
import type { PlainRoute } from '../http/index.js'
import { signInRoutes } from './sign-in.js'
import { styleRoute } from './style.js'

export * from './deprecations.js'

/** Every page but those of the OAuth provider; `now` in epoch milliseconds. */
export const pageRoutes = (now: () => number): ReadonlyArray<PlainRoute> => [styleRoute, ...signInRoutes(now)]
