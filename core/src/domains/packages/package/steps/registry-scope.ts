import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import { findGroup, type GroupRef } from '../../../projects/group/access.js'
import type { ProjectRef } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { packagesFor, registryFor } from '../access.js'
import { isInNpmScope } from '../name-rules.js'
import type { PackageLookup } from '../queries.js'
import { topNamespaceOf } from './top-namespace.js'

/**
 * Where a package manager looks: in a project, in the projects of a group and its subgroups, in those of a top-level namespace, or in those of
 * the instance.
 */
export type RegistryScope =
  | { readonly project: ProjectRef }
  | { readonly group: GroupRef }
  | { readonly topNamespace: string }
  | { readonly instance: true }

/** The id of the group, also of a hidden one: a deploy token sees no groups, but its projects in them. */
const groupIdOf = ({ read: { groups } }: Forge, ref: GroupRef): number | undefined =>
  (typeof ref === 'number' || /^\d+$/.test(ref) ? groups.byId(Number(ref)) : groups.byFullPath(ref))?.id

/** The refusal of a caller who finds nothing where packages may exist; undefined where none do. */
const refusalOfAll = (principal: Principal, refusals: ReadonlyArray<Rejection>): Rejection | undefined => {
  if (refusals.length === 0) return undefined
  if (principal.kind === 'anonymous') return unauthenticated
  return refusals.some(({ kind }) => kind === 'Forbidden') ? forbidden() : undefined
}

const inGroup = (
  forge: Forge,
  principal: Principal,
  ref: GroupRef,
  sought: PackageLookup,
): E.Either<Rejection, ReadonlyArray<ProjectRow>> => {
  const id = groupIdOf(forge, ref)
  const found = id === undefined ? refuse(notFound('Group')) : amongProjects(forge, principal, sought, () => true, id)
  if (E.isRight(found) && found.right.length > 0) return found
  const group = findGroup(forge, principal, ref)
  if (E.isRight(group)) return found
  return refuse(principal.kind === 'anonymous' ? unauthenticated : group.left)
}

/**
 * Whether a project may provide a name for the whole instance; otherwise anyone could publish under the names of others. A Maven package is
 * named like its project, an npm package by the scope of its project's top-level namespace.
 */
const answersForName = (forge: Forge, projectId: number, { type, name = '' }: PackageLookup): boolean => {
  const project = forge.read.projects.byId(projectId)
  if (project === undefined) return false
  if (type === 'npm') return isInNpmScope(name, topNamespaceOf(forge, project).path)
  return type !== 'maven' || project.fullPath.toLowerCase() === name.toLowerCase()
}

/** Whether a project lies below the group or user of that path, case-insensitively. */
const liesIn = (forge: Forge, projectId: number, topNamespace: string): boolean => {
  const project = forge.read.projects.byId(projectId)
  return project !== undefined && topNamespaceOf(forge, project).path.toLowerCase() === topNamespace.toLowerCase()
}

const amongProjects = (
  forge: Forge,
  principal: Principal,
  sought: PackageLookup,
  isAsked: (projectId: number) => boolean,
  groupId?: number,
): E.Either<Rejection, ReadonlyArray<ProjectRow>> => {
  const readable: Array<ProjectRow> = []
  const refusals: Array<Rejection> = []
  for (const id of forge.read.packages.projectsWith(sought, groupId)) {
    if (!isAsked(id)) continue
    const found = packagesFor(forge, principal, id, 'read_package')
    if (E.isRight(found)) readable.push(found.right.project)
    else refusals.push(found.left)
  }
  const why = readable.length === 0 ? refusalOfAll(principal, refusals) : undefined
  return why === undefined ? E.right(readable) : refuse(why)
}

/**
 * The projects with such packages that the caller may read, that of the newest package first
 * (docs/reference/behaviour/packages.md#groups-and-the-instance). For a single project: that one, in any case.
 *
 * Rejections: `Unauthenticated`; `NotFound` (Project, Group); `Forbidden` where the packages are in projects that the caller sees.
 */
export const projectsToRead = (
  forge: Forge,
  principal: Principal,
  place: RegistryScope,
  sought: PackageLookup,
): E.Either<Rejection, ReadonlyArray<ProjectRow>> => {
  if ('group' in place) return inGroup(forge, principal, place.group, sought)
  if ('instance' in place) return amongProjects(forge, principal, sought, (id) => answersForName(forge, id, sought))
  if ('topNamespace' in place)
    return amongProjects(forge, principal, sought, (id) => liesIn(forge, id, place.topNamespace))
  const found = registryFor(forge, principal, place.project, 'read_package')
  return E.isLeft(found) ? found : E.right([found.right.project])
}
