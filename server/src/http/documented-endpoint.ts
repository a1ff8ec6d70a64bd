import type { Lifespan } from '@forgefold/core/releases'

/** An endpoint by its method and its pattern below the API's base. */
export interface NamedEndpoint {
  readonly method: string
  readonly path: string
}

/** An endpoint that the documentation of the public API names, whether it is built or not. */
export interface DocumentedEndpoint extends NamedEndpoint, Lifespan {
  /** The lowest tier that has it; every tier where it is missing. */
  readonly tier?: 'premium' | 'ultimate'
}

/** The same for patterns that differ in the names of their parameters alone. */
export const endpointKey = ({ method, path }: NamedEndpoint): string => `${method} ${path.replace(/[:*]\w+/g, ':')}`

/** Those of `documented` that no route serves in any release or tier, each once. */
export const unbuiltOf = <A extends NamedEndpoint>(
  documented: ReadonlyArray<A>,
  routes: ReadonlyArray<NamedEndpoint>,
): ReadonlyArray<A> => {
  const known = new Set(routes.map(endpointKey))
  return documented.filter((endpoint) => {
    const key = endpointKey(endpoint)
    return !known.has(key) && known.add(key)
  })
}
