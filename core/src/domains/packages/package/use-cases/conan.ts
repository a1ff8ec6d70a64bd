import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import type { ProjectRef } from '../../../projects/project/access.js'
import type { ConanOwner } from '../commands.js'
import { conanSearch } from '../conan-search.js'
import { shownName } from '../name-rules.js'
import { isInstallable } from '../package-type.js'
import type { PackageFileRow, PackageRow } from '../queries.js'
import { markForDestruction } from '../steps/mark-for-destruction.js'
import { projectsToRead, type RegistryScope } from '../steps/registry-scope.js'
import { authorizeRegistry } from './fetch.js'

/** A Conan recipe in a project. */
export interface ConanRecipe {
  readonly project: ProjectRef
  readonly name: string
  readonly version: string
  readonly conan: ConanOwner
}

/** The files of a recipe, or of one of its binary packages. */
export interface ConanPart extends ConanRecipe {
  /** The package reference; null: the recipe itself. */
  readonly packageReference: string | null
}

const rowOf = (forge: Forge, projectId: number, { name, version, conan }: ConanRecipe): PackageRow | undefined => {
  const row = forge.read.packages.named(projectId, 'conan', shownName(name, version, conan), version)
  return row !== undefined && isInstallable(row.status) ? row : undefined
}

/** The newest file of each name of a recipe or a build; none where there is no such thing. Rejections: as `authorizeRegistry`. */
export const listConanFiles: Query<ConanPart, ReadonlyArray<PackageFileRow>> = (forge, caller, part) => {
  const access = authorizeRegistry(forge, caller, { project: part.project, type: 'conan', ability: 'read_package' })
  if (E.isLeft(access)) return access
  const row = rowOf(forge, access.right.project.id, part)
  if (row === undefined) return E.right([])
  const files = forge.read.packages.filesOf([row.id]).filter((file) => file.packageReference === part.packageReference)
  return E.right([...new Map(files.map((file) => [file.name, file])).values()])
}

/** The newest file of that name of a recipe or a build. Rejections: as `authorizeRegistry`; `NotFound`. */
export const findConanFile: Query<ConanPart & { readonly fileName: string }, PackageFileRow> = (
  forge,
  caller,
  { fileName, ...part },
) => {
  const files = listConanFiles(forge, caller, part)
  if (E.isLeft(files)) return files
  const file = files.right.find(({ name }) => name === fileName)
  return E.fromNullable(notFound())(file)
}

/** Deletes a recipe with its builds; returns it. Rejections: as `authorizeRegistry`; `NotFound` (Package); `Unavailable`. */
export const deleteConanRecipe: UseCase<ConanRecipe, PackageRow> = async (forge, caller, recipe) => {
  const entry = { project: recipe.project, type: 'conan', ability: 'destroy_package' } as const
  const access = authorizeRegistry(forge, caller, entry)
  if (E.isLeft(access)) return access
  const row = rowOf(forge, access.right.project.id, recipe)
  if (row === undefined) return refuse(notFound('Package'))
  const marked = await markForDestruction(forge, caller.context, row.id)
  return E.isLeft(marked) ? marked : E.right(row)
}

/** Which recipes to search for, and where. */
export type SearchConan = RegistryScope & {
  /** `*` is a wildcard. */
  readonly pattern: string
  readonly ignoresCase: boolean
}

/** The most recipes that a search finds. */
const MAX_RESULTS = 500

/**
 * Recipes that match a pattern, in alphabetical order, at most 500; in the instance those that belong to their project, and none for callers
 * who may read nothing. Rejections: as `projectsToRead`, in a project.
 */
export const searchConan: Query<SearchConan, ReadonlyArray<string>> = (forge, { principal }, input) => {
  const projects = projectsToRead(forge, principal, input, { type: 'conan' })
  if (E.isLeft(projects)) return 'instance' in input ? E.right([]) : projects
  const fits = conanSearch(input.pattern, input.ignoresCase)
  const owners = new Map(
    projects.right.map(({ id, fullPath }) => [id, `@${fullPath.replaceAll('/', '+')}/`.toLowerCase()]),
  )
  const belongs = (projectId: number, recipe: string): boolean =>
    !('instance' in input) || recipe.toLowerCase().includes(owners.get(projectId) ?? '@')
  const isWanted = ({ projectId, recipe }: { readonly projectId: number; readonly recipe: string }): boolean =>
    fits(recipe) && belongs(projectId, recipe)
  return E.right(forge.read.packages.conanRecipes([...owners.keys()], isWanted, MAX_RESULTS))
}
