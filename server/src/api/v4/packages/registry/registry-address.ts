import type { RegistryScope } from '@forgefold/core/domains/packages/package'
import type { Param, Route } from '../../../../http/index.js'
import { groupId, projectId } from '../../path-ids.js'
import { forReading, registryRoute } from './registry-route.js'

/** A registry that package managers read from: its path below the API, and its scope. */
export interface RegistryAddress {
  /** `/projects/:id/packages`. */
  readonly base: string
  /** Whose packages it has, for summaries. */
  readonly whose: string
  /** The path parameter that names the scope. */
  readonly at: { readonly id?: Param<string> }
  readonly placeOf: (id: string | undefined) => RegistryScope
  /** The authentication of its routes. */
  readonly entered: typeof registryRoute & Pick<Route, 'before'>
}

type Kind = Parameters<typeof forReading>[0]

/** The registry of one project, which is looked up before anything else. */
export const ofProject = (type: Kind): RegistryAddress => ({
  base: '/projects/:id/packages',
  whose: 'of a project',
  at: { id: projectId },
  placeOf: (id = '') => ({ project: id }),
  entered: { ...registryRoute, before: forReading(type) },
})

/** The registry of the projects of a group and its subgroups. */
export const ofGroup: RegistryAddress = {
  base: '/groups/:id/-/packages',
  whose: 'of the projects of a group',
  at: { id: groupId },
  placeOf: (id = '') => ({ group: id }),
  entered: registryRoute,
}

/** The registry of all projects. */
export const ofInstance: RegistryAddress = {
  base: '/packages',
  whose: 'of the instance',
  at: {},
  placeOf: () => ({ instance: true }),
  entered: registryRoute,
}
