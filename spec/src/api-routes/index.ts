/** Every route of the API, loaded: what tests and pages say of all of them is read from here. */
import { loadedRoutes } from '@forgefold/server/api/v4'

/** As the areas declare them, in the order of the OpenAPI document. */
export const apiRoutes = await loadedRoutes()
