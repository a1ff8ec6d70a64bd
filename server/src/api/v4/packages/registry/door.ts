import { type PackageType, readingRegistry, registryFor } from '@forgefold/core/domains/packages/package'
import { BEFORE_THE_DIAL } from '@forgefold/core/releases'
import type { Context, Route } from '../../../../http/index.js'

/** How every route of a package manager's own protocol is entered: with any token but an OAuth one (docs/reference/behaviour/packages.md#package-managers). */
export const registryDoor = {
  door: 'anyone',
  jobToken: BEFORE_THE_DIAL,
  deployToken: true,
  refusesOAuth: true,
  takesBasic: true,
} as const satisfies Partial<Route>

type Before = NonNullable<Route['before']>

/** The project is looked up before anything else: for reading packages of that kind. */
export const toRead =
  (type: PackageType): Before =>
  ({ forge, principal }, raw) =>
    readingRegistry(forge, principal, raw['id'] ?? '', type)

/** The same for publishing. */
export const toPublish: Before = ({ forge, principal }: Context, raw) =>
  registryFor(forge, principal, raw['id'] ?? '', 'create_package')

/** The same for taking something away. */
export const toDestroy: Before = ({ forge, principal }: Context, raw) =>
  registryFor(forge, principal, raw['id'] ?? '', 'destroy_package')
