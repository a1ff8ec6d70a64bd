import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, visibilityScopeOf } from '../../../../access/index.js'
import type { Query } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import { type GroupRef, groupFor } from '../access.js'
import type { GroupRow } from '../queries.js'

/** Which of the groups that a group can be put under are wanted. */
export interface GroupTransferLocations {
  readonly group: GroupRef
  readonly search: string | undefined
  readonly page: PageRequest
}

/** The groups of which the caller is owner, other than the group itself, what is below it, and the one above. Rejections: `NotFound` (Group); `Forbidden`. */
export const listGroupTransferLocations: Query<GroupTransferLocations, Page<GroupRow>> = (
  forge,
  { principal },
  { group, search, page },
) => {
  const found = groupFor(forge, principal, group, 'admin_group')
  if (E.isLeft(found)) return found
  const { id, parentId } = found.right.group
  const filter = {
    visibleTo: visibilityScopeOf(principal),
    minAccessLevel: ACCESS.owner,
    skip: [...forge.read.groups.withDescendants(id), ...(parentId === null ? [] : [parentId])],
    search,
    orderBy: 'name',
    sort: 'asc',
  } as const
  return E.right(forge.read.groups.list(filter, page))
}

/** Which of the groups that a project can be put into are wanted. */
export interface ProjectTransferLocations {
  readonly project: ProjectRef
  readonly search: string | undefined
  readonly page: PageRequest
}

/** The groups in which the caller is a maintainer, other than the project's own. Rejections: `NotFound` (Project); `Forbidden`. */
export const listProjectTransferLocations: Query<ProjectTransferLocations, Page<GroupRow>> = (
  forge,
  { principal },
  { project, search, page },
) => {
  const found = projectFor(forge, principal, project, 'change_namespace')
  if (E.isLeft(found)) return found
  const { groupId } = found.right.project
  const filter = {
    visibleTo: visibilityScopeOf(principal),
    minAccessLevel: ACCESS.maintainer,
    skip: groupId === null ? [] : [groupId],
    search,
    orderBy: 'name',
    sort: 'asc',
  } as const
  return E.right(forge.read.groups.list(filter, page))
}
