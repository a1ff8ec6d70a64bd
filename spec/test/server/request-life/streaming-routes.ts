import { isRouteServed } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import type { ServerProcess } from './server-process.js'
import { BZIPPED, ENDINGS } from './streaming-archives.js'
import { fetches } from './streaming-fetches.js'
import type { StreamingRoute } from './streaming-request.js'
import { sends } from './streaming-sends.js'
import { makeStreamingWorld } from './streaming-world.js'

/** Makes something to fetch on every streaming route; gives a request for each of them. */
export const streamingRoutes = async (server: ServerProcess): Promise<ReadonlyArray<StreamingRoute>> => {
  const world = await makeStreamingWorld(server)
  return [...fetches(world), ...sends(world)]
}

const INSTANCE = { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const

/** The API's routes that stream, as the route table has them. */
export const declaredStreaming = (): ReadonlyArray<string> =>
  apiRoutes
    .filter((route) => isRouteServed(route, INSTANCE))
    .filter(({ streamsBody, success }) => streamsBody === true || success.mediaType !== undefined)
    .filter(({ path }) => ENDINGS.includes('.bz2') || !BZIPPED.some((ending) => path.endsWith(`archive${ending}`)))
    .map(({ method, path }) => `${method} ${path}`)
