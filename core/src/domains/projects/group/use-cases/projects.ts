import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import type { Page } from '../../../../ports/read-model.js'
import type { ProjectRow } from '../../project/queries.js'
import { type ListProjects, listProjects } from '../../project/use-cases/find.js'
import { findGroup, type GroupRef } from '../access.js'

/** Which projects of a group a list contains. */
export interface ListGroupProjects extends ListProjects {
  readonly group: GroupRef
}

/** The projects of a group. Rejections: `NotFound` (Group). */
export const listGroupProjects: Query<ListGroupProjects, Page<ProjectRow>> = (forge, reader, { group, ...list }) => {
  const found = findGroup(forge, reader.principal, group)
  if (E.isLeft(found)) return found
  return listProjects(forge, reader, { ...list, filter: { ...list.filter, groupId: found.right.group.id } })
}

/** The projects that are shared with a group. Rejections: `NotFound` (Group). */
export const listSharedProjects: Query<ListGroupProjects, Page<ProjectRow>> = (forge, reader, { group, ...list }) => {
  const found = findGroup(forge, reader.principal, group)
  if (E.isLeft(found)) return found
  return listProjects(forge, reader, { ...list, filter: { ...list.filter, sharedWith: found.right.group.id } })
}
