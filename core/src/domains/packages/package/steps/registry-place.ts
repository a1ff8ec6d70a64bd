import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import { findGroup, type GroupRef } from '../../../projects/group/access.js'
import type { ProjectRef } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { packagesFor, registryFor } from '../access.js'
import type { PackageLookup } from '../queries.js'
import { isUnderScope, topNamespaceOf } from './composer-name.js'

/** Where a package manager looks: a project, the projects of a group and its subgroups, those of a top namespace, or those of the instance. */
export type RegistryPlace =
  | { readonly project: ProjectRef }
  | { readonly group: GroupRef }
  | { readonly topNamespace: string }
  | { readonly instance: true }

/** The number of the group; of a hidden one too: a deploy token sees no groups, but its projects in them. */
const groupIdOf = ({ read: { groups } }: Forge, ref: GroupRef): number | undefined =>
  (typeof ref === 'number' || /^\d+$/.test(ref) ? groups.byId(Number(ref)) : groups.byFullPath(ref))?.id

/** Why somebody finds nothing in a place where there may be something; undefined where there is nothing. */
const whyNothing = (principal: Principal, refusals: ReadonlyArray<Rejection>): Rejection | undefined => {
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
 * Whether a project may answer for a name in the whole instance: else anybody could publish under the names of others. A Maven package is
 * named like its project, an npm package by the scope of its project's top namespace.
 */
const answersForName = (forge: Forge, projectId: number, { type, name = '' }: PackageLookup): boolean => {
  const project = forge.read.projects.byId(projectId)
  if (project === undefined) return false
  if (type === 'npm') return isUnderScope(name, topNamespaceOf(forge, project))
  return type !== 'maven' || project.fullPath.toLowerCase() === name.toLowerCase()
}

/** Whether a project lies somewhere below the group or user of that path, whatever its case. */
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
  const why = readable.length === 0 ? whyNothing(principal, refusals) : undefined
  return why === undefined ? E.right(readable) : refuse(why)
}

/**
 * The projects of a place that have such packages and let the caller read them, that of the newest package first
 * (docs/reference/behaviour/packages.md#groups-and-the-instance). Of one project: that one, whatever it has.
 *
 * Rejections: `Unauthenticated`; `NotFound` (Project, Group); `Forbidden` where the packages are in projects that the caller sees.
 */
export const projectsToRead = (
  forge: Forge,
  principal: Principal,
  place: RegistryPlace,
  sought: PackageLookup,
): E.Either<Rejection, ReadonlyArray<ProjectRow>> => {
  if ('group' in place) return inGroup(forge, principal, place.group, sought)
  if ('instance' in place) return amongProjects(forge, principal, sought, (id) => answersForName(forge, id, sought))
  if ('topNamespace' in place)
    return amongProjects(forge, principal, sought, (id) => liesIn(forge, id, place.topNamespace))
  const found = registryFor(forge, principal, place.project, 'read_package')
  return E.isLeft(found) ? found : E.right([found.right.project])
}
