import type { Instance } from '@forgefold/core/app'
import { existsOn } from './api-endpoint.js'
import {
  type DocumentedEndpoint,
  type NamedEndpoint,
  type ServingEndpoint,
  unimplementedEndpoints,
} from './documented-endpoint.js'
import { andThen, type MaybePromise } from './message.js'
import { once } from './once.js'
import { type Refusal, refusal } from './refusal.js'
import { Router } from './router.js'

/** Names the requested endpoint of the public API that is not built. */
const UNIMPLEMENTED_HEADER = 'Forgefold-Unimplemented'

/** The refusal of an endpoint of the public API that this server has not built. */
export const unimplemented = ({ method, path }: NamedEndpoint): Refusal => {
  const name = `${method} ${path}`
  const message = `501 Not Implemented: ${name} is an endpoint of the public API that Forgefold has not built`
  return refusal(501, { message, unimplemented: name }, [[UNIMPLEMENTED_HEADER, name]])
}

/** Finds the unimplemented endpoint of a request without a route; its table is made with the first such request. */
export const makeUnimplementedFinder = (
  base: string,
  documented: () => MaybePromise<ReadonlyArray<DocumentedEndpoint>>,
  routes: ReadonlyArray<ServingEndpoint>,
  instance: Instance,
): ((method: string, path: string) => MaybePromise<NamedEndpoint | undefined>) => {
  let table: Router<NamedEndpoint> | undefined
  const load = once(async () => {
    const router = new Router<NamedEndpoint>()
    for (const endpoint of unimplementedEndpoints(await documented(), routes))
      if (existsOn(instance, endpoint)) router.add(endpoint.method, base + endpoint.path, endpoint)
    table = router
    return router
  })
  return (method, path) =>
    andThen(table ?? load(), (made) => {
      const methods = made.find(path)?.resource.methods
      return (methods?.get(method) ?? (method === 'HEAD' ? methods?.get('GET') : undefined))?.target
    })
}
