import * as E from 'fp-ts/lib/Either.js'
import { canInGroup, isAdmin, viewerOf } from '../../../access/index.js'
import type { Lookup, Query, VisibleLookup } from '../../../app/forge.js'
import { notFound, refuse } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { NamespaceFilter, NamespaceRow } from './queries.js'

/** Which namespaces a list contains. */
export interface ListNamespaces extends Omit<NamespaceFilter, 'userId'> {
  readonly page: PageRequest
}

/** The namespaces in which the caller may create projects; all namespaces for administrators, unless they ask for their own. It never refuses. */
export const listNamespaces: Query<ListNamespaces, Page<NamespaceRow>> = (forge, { principal }, input) => {
  const { page, ...filter } = input
  const own = principal.kind === 'user' && (!principal.admin || filter.ownedOnly === true)
  return E.right(forge.read.namespaces.list({ ...filter, userId: own ? principal.userId : undefined }, page))
}

/** A namespace by its id or full path, in which the caller may create projects. Rejections: `NotFound` (Namespace). */
export const getNamespace: Query<string, NamespaceRow> = (forge, { principal }, ref) => {
  const { namespaces, groups } = forge.read
  const row = /^\d+$/.test(ref) ? namespaces.byId(Number(ref)) : namespaces.byFullPath(ref)
  if (row === undefined || principal.kind !== 'user') return refuse(notFound('Namespace'))
  if (isAdmin(principal) || row.ownerId === principal.userId) return E.right(row)
  const group = groups.byId(row.id)
  const viewer = viewerOf(principal, groups.level(principal.userId, row.id))
  return group !== undefined && canInGroup('create_projects', viewer, group)
    ? E.right(row)
    : refuse(notFound('Namespace'))
}

/** A namespace by a full path that it had before, without regard to the caller (docs/reference/behaviour/projects.md#former-paths). */
export const namespaceByFormerPath: Lookup<string, NamespaceRow | undefined> = (forge, path) =>
  forge.read.namespaces.byFormerPath(path)

/** Attributes of a namespace for callers who administer it. */
export interface AdministeredNamespace {
  /** Users in the group and its subgroups; undefined for a personal namespace. */
  readonly membersCount: number | undefined
}

/** The attributes of a namespace for callers who administer it; undefined for others. */
export const administeredNamespace: VisibleLookup<NamespaceRow, AdministeredNamespace | undefined> = (
  forge,
  { principal },
  { id, kind, ownerId },
) => {
  if (principal.kind !== 'user') return undefined
  if (kind === 'user')
    return isAdmin(principal) || ownerId === principal.userId ? { membersCount: undefined } : undefined
  const { groups, members } = forge.read
  const group = groups.byId(id)
  const viewer = viewerOf(principal, groups.level(principal.userId, id))
  if (group === undefined || !canInGroup('admin_group', viewer, group)) return undefined
  return { membersCount: members.countWithDescendants(id) }
}

/** A path to check. */
export interface CheckNamespacePath {
  readonly path: string
  /** The parent group; undefined at the top level. */
  readonly parentId: number | undefined
}

/** A path, whether it is taken, and a free one with that prefix. */
export interface NamespacePath {
  readonly taken: boolean
  readonly free: string
}

/** Whether a path is taken, and a free one with that prefix where it is. It never refuses. */
export const checkNamespacePath: Query<CheckNamespacePath, NamespacePath> = (forge, _reader, { path, parentId }) => {
  const parent = parentId === undefined ? undefined : forge.read.namespaces.byId(parentId)
  const prefix = parent === undefined ? '' : `${parent.fullPath}/`
  const isTaken = (name: string): boolean => forge.read.namespaces.byFullPath(prefix + name) !== undefined
  if (!isTaken(path)) return E.right({ taken: false, free: path })
  let count = 1
  while (isTaken(`${path}${count}`)) count++
  return E.right({ taken: true, free: `${path}${count}` })
}
