import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import { notFound } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { findRelease, type ReleaseRef } from '../access.js'
import type { ReleaseOrder, ReleaseRow } from '../queries.js'

/** Which releases are wanted. */
export interface ListReleases {
  readonly project: ProjectRef
  readonly order: ReleaseOrder
  readonly page: PageRequest
}

/** Releases of a project. Rejections: `NotFound` (Project); `Forbidden`. */
export const listReleases: Query<ListReleases, Page<ReleaseRow>> = (forge, { principal }, { project, order, page }) => {
  const access = projectFor(forge, principal, project, 'read_release')
  return E.isLeft(access) ? access : E.right(forge.read.projectReleases.list([access.right.project.id], order, page))
}

/** One release, by its tag. Rejections: `NotFound`; `Forbidden`. */
export const getRelease: Query<ReleaseRef, ReleaseRow> = (forge, { principal }, ref) =>
  findRelease(forge, principal, ref)

/** The latest release of a project. Rejections: `NotFound`; `Forbidden`. */
export const getLatestRelease: Query<{ readonly project: ProjectRef }, ReleaseRow> = (
  forge,
  { principal },
  { project },
) => {
  const access = projectFor(forge, principal, project, 'read_release')
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound())(forge.read.projectReleases.latest(access.right.project.id, forge.clock.now()))
}
