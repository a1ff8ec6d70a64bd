import * as E from 'fp-ts/lib/Either.js'
import { isAdmin, type Principal } from '../../../../access/principal.js'
import { visibilityScopeOf } from '../../../../access/visibility-scope.js'
import type { Lookup, Query } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { findGroup, type GroupRef } from '../access.js'
import type { GroupFilter, GroupRow } from '../queries.js'

/** One group. Rejections: `NotFound` (Group). */
export const getGroup: Query<GroupRef, GroupRow> = (forge, { principal }, ref) => {
  const found = findGroup(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(found.right.group)
}

/** Which groups a list contains, out of those that the caller may see. */
export interface ListGroups {
  readonly filter: Omit<GroupFilter, 'visibleTo'>
  readonly page: PageRequest
}

/** Removes filters that only administrators may use. */
const filterFor = (principal: Principal, filter: ListGroups['filter']): GroupFilter => {
  const wanted = { ...filter, visibleTo: visibilityScopeOf(principal) }
  return isAdmin(principal) ? wanted : { ...wanted, customAttributes: undefined }
}

/** The groups that the caller may see. It never refuses. */
export const listGroups: Query<ListGroups, Page<GroupRow>> = (forge, { principal }, { filter, page }) =>
  E.right(forge.read.groups.list(filterFor(principal, filter), page))

/** Which groups below a group a list contains. */
export interface ListSubgroups extends ListGroups {
  readonly group: GroupRef
  /** `children`: those directly in it; `descendants`: those anywhere below it. */
  readonly depth: 'children' | 'descendants'
}

/** The groups below a group. Rejections: `NotFound` (Group). */
export const listSubgroups: Query<ListSubgroups, Page<GroupRow>> = (forge, reader, { group, depth, filter, page }) => {
  const found = findGroup(forge, reader.principal, group)
  if (E.isLeft(found)) return found
  const { id } = found.right.group
  const below = depth === 'children' ? { parentId: id } : { below: id }
  return listGroups(forge, reader, { filter: { ...filter, ...below }, page })
}

/** A group by id, without regard to the caller. */
export const groupById: Lookup<number, GroupRow | undefined> = (forge, id) => forge.read.groups.byId(id)
