import { authorizeRegistry, type PackageType } from '@forgefold/core/domains/packages/package'
import { BEFORE_FIRST_RELEASE } from '@forgefold/core/releases'
import type { Context, Route } from '../../../../http/index.js'

/**
 * The authentication of the routes of package managers' own protocols: any token but an OAuth one
 * (docs/reference/behaviour/packages.md#package-managers).
 */
export const registryRoute = {
  caller: 'anyone',
  jobToken: BEFORE_FIRST_RELEASE,
  deployToken: true,
  refusesOAuth: true,
  takesBasic: true,
} as const satisfies Partial<Route>

export type Before = NonNullable<Route['before']>

/** Authorises reading packages of that type, before anything else. */
export const forReading =
  (type: PackageType): Before =>
  ({ forge, principal }, raw) =>
    authorizeRegistry(forge, { principal }, { project: raw['id'] ?? '', type, ability: 'read_package' })

const toChange =
  (ability: 'create_package' | 'destroy_package'): Before =>
  ({ forge, principal }: Context, raw) =>
    authorizeRegistry(forge, { principal }, { project: raw['id'] ?? '', type: 'generic', ability })

/** The same for publishing, for any type. */
export const forPublishing = toChange('create_package')

/** The same for deleting. */
export const forDestroying = toChange('destroy_package')

/** The URL of a registry as the client wrote it: clients send their credentials to URLs below it only. */
export const registryUrlOf = ({ baseUrl, request }: Context, protocol: 'conan' | 'npm' | 'nuget' | 'pypi'): string =>
  `${baseUrl}${request.path.slice(0, request.path.indexOf(`/packages/${protocol}`))}/packages/${protocol}`
