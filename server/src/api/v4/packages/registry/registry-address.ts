import type { RegistryScope } from '@forgefold/core/domains/packages/package'
import type { Param, Route } from '../../../../http/index.js'
import { groupId, projectId } from '../../path-ids.js'
import { forReading, registryRoute } from './registry-route.js'

/** Where package managers find a registry to read from: its path below the API, and the place it stands for. */
export interface RegistryAddress {
  /** `/projects/:id/packages`. */
  readonly base: string
  /** What its summaries say of whose packages it has. */
  readonly whose: string
  /** The parameter of the path that names the place. */
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
