import type { Route } from '../../../../../http/index.js'
import { fileRoutes } from './files.js'
import { CONAN_ADDRESSES } from './place.js'
import { recipeRoutes } from './recipes.js'
import { signInRoutes } from './sign-in.js'

/** The first version of Conan's protocol (docs/reference/behaviour/packages.md#conan). */
export const conanRoutes: ReadonlyArray<Route> = CONAN_ADDRESSES.flatMap((address) => [
  ...signInRoutes(address),
  ...recipeRoutes(address),
  ...fileRoutes(address),
])
