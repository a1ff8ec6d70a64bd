/** Every route of the API, loaded for tests and generated pages. */
import { loadedRoutes } from '@forgefold/server/api/v4'

/** As the areas declare them, in the order of the OpenAPI document. */
export const apiRoutes = await loadedRoutes()
