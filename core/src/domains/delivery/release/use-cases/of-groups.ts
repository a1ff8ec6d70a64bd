import * as E from 'fp-ts/lib/Either.js'
import { visibilityScopeOf } from '../../../../access/index.js'
import type { Query } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { findGroup, type GroupRef } from '../../../projects/group/access.js'
import { accessTo, mayInProject } from '../../../projects/project/access.js'
import type { ReleaseOrder, ReleaseRow } from '../queries.js'

/** Which releases of a group's projects are wanted. */
export interface ListGroupReleases {
  readonly group: GroupRef
  readonly sort: ReleaseOrder['sort']
  readonly page: PageRequest
}

/** Releases of all projects below a group that the caller may read, by release time. Rejections: `NotFound` (Group). */
export const listGroupReleases: Query<ListGroupReleases, Page<ReleaseRow>> = (
  forge,
  { principal },
  { group, sort, page },
) => {
  const found = findGroup(forge, principal, group)
  if (E.isLeft(found)) return found
  const groupId = found.right.group.id
  const filter = { visibleTo: visibilityScopeOf(principal), groupId, includeSubgroups: true } as const
  const ids: Array<number> = []
  for (let idAfter = 0; ; ) {
    const wanted = { ...filter, idAfter, orderBy: 'id', sort: 'asc' } as const
    const { rows } = forge.read.projects.list(wanted, { page: 1, perPage: 100 })
    for (const row of rows) if (mayInProject(accessTo(forge, principal, row), 'read_release')) ids.push(row.id)
    if (rows.length < 100) break
    idAfter = rows.at(-1)?.id ?? Number.POSITIVE_INFINITY
  }
  return E.right(forge.read.projectReleases.list(ids, { by: 'released_at', sort }, page))
}
