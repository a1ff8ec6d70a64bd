import {
  authorizeRegistry,
  type ConanPart,
  type ConanRecipe,
  type PackageFileRow,
  projectOfConanUser,
  type RegistryEntry,
} from '@forgefold/core/domains/packages/package'
import type { Context } from '../../../../../http/index.js'
import { ofInstance, ofProject, type RegistryAddress } from '../registry-address.js'
import { type Before, registryRoute, registryUrlOf } from '../registry-route.js'

/** The area of the routes in the API reference. */
export const area = 'Package registry: Conan'

/** Authentication of the routes: the client's exchanged token is accepted, too. */
export const conanRoute = { ...registryRoute, takesConanToken: true } as const

/** Both registries of Conan packages: those of a project and of the instance. */
export const CONAN_ADDRESSES: ReadonlyArray<RegistryAddress> = [ofProject('conan'), ofInstance]

/** The only recipe revision: revisions are not supported. */
export const ONLY_REVISION = '0'

export const RECIPE_FILES = ['conanfile.py', 'conanmanifest.txt', 'conan_export.tgz', 'conan_sources.tgz'] as const
export const BUILD_FILES = ['conanmanifest.txt', 'conaninfo.txt', 'conan_package.tgz'] as const

/** The path parameters of a recipe or binary package. */
export interface Named {
  readonly id?: string | undefined
  readonly package_name: string
  readonly package_version: string
  readonly package_username: string
  readonly package_channel: string
  readonly conan_package_reference?: string | undefined
}

/** The named project, or else the one of the recipe's user; empty where there is none. */
const projectOf = ({ id, package_username = '' }: Partial<Named>): string =>
  id ?? projectOfConanUser(package_username) ?? ''

/** The recipe, as use cases take it. */
export const recipeOf = (named: Named): ConanRecipe => ({
  project: projectOf(named),
  name: named.package_name,
  version: named.package_version,
  conan: { username: named.package_username, channel: named.package_channel },
})

/** The recipe or the binary package. */
export const partOf = (named: Named): ConanPart => ({
  ...recipeOf(named),
  packageReference: named.conan_package_reference ?? null,
})

/** Finds the project before the parameters are checked. */
export const authorizingConan =
  (ability: RegistryEntry['ability']): Before =>
  ({ forge, principal }, raw) =>
    authorizeRegistry(forge, { principal }, { project: projectOf(raw), type: 'conan', ability })

/** A segment of a URL; clients compare URLs with what they wrote, including plus signs. */
const segment = (text: string): string => encodeURIComponent(text).replaceAll('%2B', '+')

/** The URLs of the files of a recipe or a binary package, below the registry as the client wrote it. */
export const addressesOf = (
  context: Context,
  named: Named,
  names: ReadonlyArray<PackageFileRow['name']>,
): Readonly<Record<string, string>> => {
  const { package_name, package_version, package_username, package_channel, conan_package_reference: build } = named
  const recipe = [package_name, package_version, package_username, package_channel].map(segment).join('/')
  const part = build === undefined ? 'export' : `package/${segment(build)}/${ONLY_REVISION}`
  const base = `${registryUrlOf(context, 'conan')}/v1/files/${recipe}/${ONLY_REVISION}/${part}`
  return Object.fromEntries(names.map((name) => [name, `${base}/${segment(name)}`]))
}
