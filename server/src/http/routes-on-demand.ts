import { endpointsIn } from './endpoint-lines.js'
import { once } from './once.js'
import type { PlainRoute } from './plain-route.js'

const nameOf = ({ method, path }: Pick<PlainRoute, 'path'> & { readonly method: string }): string => `${method} ${path}`

/** Routes known by a table of lines that `endpointsIn` reads, and loaded with the first request for one of them. */
export const routesOnDemand = (
  table: string,
  declared: () => Promise<ReadonlyArray<PlainRoute>>,
): ReadonlyArray<PlainRoute> => {
  const load = once(async () => new Map((await declared()).map((route) => [nameOf(route), route])))
  const routeNamed = async (name: string): Promise<PlainRoute> => {
    const route = (await load()).get(name)
    if (route === undefined) throw new Error(`there is no route ${name}`)
    return route
  }
  return endpointsIn(table, {}).map((listed) => ({
    method: listed.method as PlainRoute['method'],
    path: listed.path,
    handle: async (...given) => (await routeNamed(nameOf(listed))).handle(...given),
  }))
}
