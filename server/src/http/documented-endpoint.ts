import type { Lifespan } from '@forgefold/core/releases'

/** An endpoint by its method and its pattern below the API's base. */
export interface NamedEndpoint {
  readonly method: string
  readonly path: string
}

/** A served endpoint, with the documented patterns that it serves besides its own. */
export interface ServingEndpoint extends NamedEndpoint {
  readonly narrower?: ReadonlyArray<string>
}

/** An endpoint of the documented public API, built or not. */
export interface DocumentedEndpoint extends NamedEndpoint, Lifespan {
  /** The lowest tier that has it; missing: every tier. */
  readonly tier?: 'premium' | 'ultimate'
}

/** Equal for patterns that differ only in the names of their parameters. */
export const endpointKey = ({ method, path }: NamedEndpoint): string => `${method} ${path.replace(/[:*]\w+/g, ':')}`

/** The endpoints of `documented` that no route serves in any release or tier, each once. */
export const unimplementedEndpoints = <A extends NamedEndpoint>(
  documented: ReadonlyArray<A>,
  routes: ReadonlyArray<ServingEndpoint>,
): ReadonlyArray<A> => {
  const known = new Set(
    routes.flatMap(({ method, path, narrower = [] }) =>
      [path, ...narrower].map((one) => endpointKey({ method, path: one })),
    ),
  )
  return documented.filter((endpoint) => {
    const key = endpointKey(endpoint)
    return !known.has(key) && known.add(key)
  })
}
