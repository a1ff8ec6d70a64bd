import * as E from 'fp-ts/lib/Either.js'
import { canInProject, isAdmin, type Principal, type SignedIn, visibilityScopeOf } from '../../../../access/index.js'
import type { Forge, Lookup, Query, VisibleLookup } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { seesProfile } from '../../../identity/user/policy.js'
import type { UserCard } from '../../../identity/user/queries.js'
import { accessTo, findProject, type ProjectAccess, type ProjectRef } from '../access.js'
import type { ProjectFilter, ProjectRoles, ProjectRow } from '../queries.js'

/** One project. Rejections: `NotFound` (Project). */
export const getProject: Query<ProjectRef, ProjectRow> = (forge, { principal }, ref) => {
  const found = findProject(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(found.right.project)
}

/** Which projects a list contains, among those that the caller may see. */
export interface ListProjects {
  readonly filter: Omit<ProjectFilter, 'visibleTo'> & {
    /** Those in this storage; for administrators only. */
    readonly storage?: string | undefined
  }
  /** Only those that the caller has starred. */
  readonly starred?: boolean
  readonly page: PageRequest
}

/** The storage of every repository. */
const STORAGE = 'default'

/** Removes filters that only administrators may use. */
const filterFor = (principal: Principal, { storage, ...filter }: ListProjects['filter']): ProjectFilter => {
  const visibleTo = visibilityScopeOf(principal)
  if (!isAdmin(principal)) return { ...filter, customAttributes: undefined, visibleTo }
  const elsewhere = storage !== undefined && storage !== STORAGE
  return { ...filter, none: filter.none === true || elsewhere, visibleTo }
}

/** The projects that the caller may see. It never refuses. */
export const listProjects: Query<ListProjects, Page<ProjectRow>> = (
  forge,
  { principal },
  { filter, starred, page },
) => {
  const wanted = filterFor(principal, filter)
  if (starred !== true) return E.right(forge.read.projects.list(wanted, page))
  if (principal.kind !== 'user') return E.right({ rows: [], total: 0 })
  return E.right(forge.read.projects.list({ ...wanted, starredBy: principal.userId }, page))
}

/** Which projects of a user's personal namespace a list contains. */
export interface ListUserProjects extends ListProjects {
  /** The user's number or name. */
  readonly user: string
}

/** The projects of a user's personal namespace. Rejections: `NotFound` (User). */
export const listUserProjects: Query<ListUserProjects, Page<ProjectRow>> = (forge, reader, { user, ...list }) => {
  const { users } = forge.read
  const row = /^\d+$/.test(user) ? users.byId(Number(user)) : users.byUsername(user)
  if (row === undefined) return refuse(notFound('User'))
  return listProjects(forge, reader, { ...list, filter: { ...list.filter, namespaceId: row.namespaceId } })
}

const NOTHING: Page<ProjectRow> = { rows: [], total: 0 }

/** The projects that a user has starred; those of a private profile are visible to its owner. Rejections: `NotFound` (User). */
export const listStarredProjects: Query<ListUserProjects, Page<ProjectRow>> = (forge, reader, { user, ...list }) => {
  const { users } = forge.read
  const row = /^\d+$/.test(user) ? users.byId(Number(user)) : users.byUsername(user)
  if (row === undefined) return refuse(notFound('User'))
  if (!seesProfile(reader.principal, row)) return E.right(NOTHING)
  return listProjects(forge, reader, { ...list, filter: { ...list.filter, starredBy: row.id } })
}

/** Which forks of a project a list contains. */
export interface ListForks extends ListProjects {
  readonly source: ProjectRef
}

/** The forks of a project. Rejections: `NotFound` (Project). */
export const listForks: Query<ListForks, Page<ProjectRow>> = (forge, reader, { source, ...list }) => {
  const found = findProject(forge, reader.principal, source)
  if (E.isLeft(found)) return found
  return listProjects(forge, reader, { ...list, filter: { ...list.filter, forkedFrom: found.right.project.id } })
}

/** How many projects are shown with a group. */
const WITH_GROUP = { page: 1, perPage: 100 }

/** The newest projects in a group that the caller may see, for the group's own JSON. */
export const projectsInGroup: VisibleLookup<number, ReadonlyArray<ProjectRow>> = (forge, { principal }, groupId) => {
  const visibleTo = visibilityScopeOf(principal)
  return forge.read.projects.list({ visibleTo, groupId, orderBy: 'id', sort: 'desc' }, WITH_GROUP).rows
}

/** The newest projects shared with a group that the caller may see, for the group's own JSON. */
export const projectsSharedWith: VisibleLookup<number, ReadonlyArray<ProjectRow>> = (
  forge,
  { principal },
  sharedWith,
) => {
  const visibleTo = visibilityScopeOf(principal)
  return forge.read.projects.list({ visibleTo, sharedWith, orderBy: 'id', sort: 'desc' }, WITH_GROUP).rows
}

/** A project by id, without regard to the caller. */
export const projectById: Lookup<number, ProjectRow | undefined> = (forge, id) => forge.read.projects.byId(id)

/** A project by full path, without regard to the caller; case-insensitive. */
export const projectByFullPath: Lookup<string, ProjectRow | undefined> = (forge, path) =>
  forge.read.projects.byFullPath(path)

/** A project by the full path that it had before it was renamed or moved, without regard to the caller (docs/reference/behaviour/projects.md#former-paths). */
export const projectByFormerPath: Lookup<string, ProjectRow | undefined> = (forge, path) =>
  forge.read.projects.byFormerPath(path)

/** What the presentation of a project to a user needs. */
export interface ProjectDetails {
  readonly access: ProjectAccess
  /** The user of its personal namespace. */
  readonly owner: UserCard | undefined
  /** The project that it was forked from, where the user may see it. */
  readonly source: ProjectRow | undefined
  readonly roles: ProjectRoles
}

const sourceOf = (forge: Forge, user: SignedIn, { forkedFrom }: ProjectRow): ProjectRow | undefined => {
  const source = forkedFrom === null ? undefined : forge.read.projects.byId(forkedFrom)
  if (source === undefined) return undefined
  const access = accessTo(forge, user, source)
  return canInProject('read_project', access.viewer, source, access.tier) ? source : undefined
}

/** What the presentation of a project to a user needs, who may see it. */
export const projectDetails: Lookup<{ readonly user: SignedIn; readonly project: ProjectRow }, ProjectDetails> = (
  forge,
  { user, project },
) => {
  const { ownerId } = project.namespace
  return {
    access: accessTo(forge, user, project),
    owner: ownerId === null ? undefined : forge.read.users.card(ownerId),
    source: sourceOf(forge, user, project),
    roles: forge.read.projects.roles(user.userId, project.id),
  }
}
