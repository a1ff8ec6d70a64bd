import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { missing, recordNotFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { GroupRef } from '../../../projects/group/access.js'
import type { Onlooker } from '../../../projects/group/queries.js'
import type { ProjectAccess, ProjectRef } from '../../../projects/project/access.js'
import { groupPackagesFor, packagesFor } from '../access.js'
import type { PackageFileRow, PackageFilter, PackageRow } from '../queries.js'
import { isDisplayable } from '../status.js'

/** Packages of a project. Rejections: `NotFound` (Project); `Forbidden`. */
export const listProjectPackages = async (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  filter: PackageFilter,
  page: PageRequest,
): UseCaseResult<Page<PackageRow>> => {
  const found = packagesFor(forge, principal, ref, 'read_package')
  if (E.isLeft(found)) return found
  return E.right(forge.read.packages.inProject(found.right.project.id, filter, page))
}

const onlookerOf = (principal: Principal): Onlooker =>
  principal.kind === 'user'
    ? { userId: principal.userId, admin: principal.admin, external: principal.external }
    : { userId: undefined, admin: false, external: false }

/** Packages of the projects in a group that the caller may see. Rejections: `NotFound` (Group); `Forbidden`. */
export const listGroupPackages = async (
  forge: Forge,
  principal: Principal,
  ref: GroupRef,
  filter: PackageFilter & { readonly excludeSubgroups: boolean },
  page: PageRequest,
): UseCaseResult<Page<PackageRow>> => {
  const found = groupPackagesFor(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { excludeSubgroups, ...rest } = filter
  const scope = { groupId: found.right.group.id, excludeSubgroups, onlooker: onlookerOf(principal) }
  return E.right(forge.read.packages.inGroup(scope, rest, page))
}

/** A package that shows, for somebody who may see it. */
export interface FoundPackage {
  readonly row: PackageRow
  readonly access: ProjectAccess
}

/** One package of a project. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `Missing` where it is broken. */
export const getPackage = async (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  id: number,
): UseCaseResult<FoundPackage> => {
  const found = packagesFor(forge, principal, ref, 'read_package')
  if (E.isLeft(found)) return found
  const access = found.right
  const row = forge.read.packages.find(access.project.id, id)
  if (row === undefined || !isDisplayable(row.status)) return refuse(recordNotFound)
  if (row.status !== 'default') return refuse(missing('Package not found'))
  return E.right({ row, access })
}

/** The files of a package. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const listPackageFiles = async (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  id: number,
  page: PageRequest,
): UseCaseResult<Page<PackageFileRow>> => {
  const found = packagesFor(forge, principal, ref, 'read_package')
  if (E.isLeft(found)) return found
  const row = forge.read.packages.find(found.right.project.id, id)
  if (row === undefined || !isDisplayable(row.status)) return refuse(recordNotFound)
  return E.right(forge.read.packages.files(id, page))
}
