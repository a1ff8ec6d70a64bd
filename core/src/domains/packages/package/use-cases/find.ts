import * as E from 'fp-ts/lib/Either.js'
import { visibilityScopeOf } from '../../../../access/visibility-scope.js'
import type { Lookup, Query } from '../../../../app/forge.js'
import { missing, recordNotFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { GroupRef } from '../../../projects/group/access.js'
import type { ProjectRef } from '../../../projects/project/access.js'
import { groupPackagesFor, packagesFor } from '../access.js'
import { isDisplayable } from '../package-type.js'
import type { PackageFileRow, PackageFilter, PackageRow, PackageTag, PackageVersion } from '../queries.js'

/** Which packages of a project a list contains. */
export interface ListProjectPackages extends PackageFilter {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** Packages of a project. Rejections: `NotFound` (Project); `Forbidden`. */
export const listProjectPackages: Query<ListProjectPackages, Page<PackageRow>> = (forge, { principal }, input) => {
  const { project, page, ...filter } = input
  const found = packagesFor(forge, principal, project, 'read_package')
  return E.isLeft(found) ? found : E.right(forge.read.packages.inProject(found.right.project.id, filter, page))
}

/** Which packages of a group's projects a list contains. */
export interface ListGroupPackages extends PackageFilter {
  readonly group: GroupRef
  /** Only projects that are directly in the group. */
  readonly excludeSubgroups: boolean
  readonly page: PageRequest
}

/** Packages of the projects of a group that the caller may see. Rejections: `NotFound` (Group); `Forbidden`. */
export const listGroupPackages: Query<ListGroupPackages, Page<PackageRow>> = (forge, { principal }, input) => {
  const { group, excludeSubgroups, page, ...filter } = input
  const found = groupPackagesFor(forge, principal, group)
  if (E.isLeft(found)) return found
  const scope = { groupId: found.right.group.id, excludeSubgroups, visibleTo: visibilityScopeOf(principal) }
  return E.right(forge.read.packages.inGroup(scope, filter, page))
}

/** A package of a project as the API names it. */
export interface PackageRef {
  readonly project: ProjectRef
  readonly id: number
}

/** One package of a project. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `Missing` where it is in status `error`. */
export const getPackage: Query<PackageRef, PackageRow> = (forge, { principal }, { project, id }) => {
  const found = packagesFor(forge, principal, project, 'read_package')
  if (E.isLeft(found)) return found
  const row = forge.read.packages.find(found.right.project.id, id)
  if (row === undefined || !isDisplayable(row.status)) return refuse(recordNotFound)
  return row.status === 'default' ? E.right(row) : refuse(missing('Package not found'))
}

/** The files of which package a list is to have. */
export interface ListPackageFiles extends PackageRef {
  readonly page: PageRequest
}

/** The files of a package. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const listPackageFiles: Query<ListPackageFiles, Page<PackageFileRow>> = (forge, { principal }, input) => {
  const found = packagesFor(forge, principal, input.project, 'read_package')
  if (E.isLeft(found)) return found
  const row = forge.read.packages.find(found.right.project.id, input.id)
  if (row === undefined || !isDisplayable(row.status)) return refuse(recordNotFound)
  return E.right(forge.read.packages.files(input.id, input.page))
}

/** What the presentation of packages needs. */
export interface PackageDetails {
  readonly tags: ReadonlyMap<number, ReadonlyArray<PackageTag>>
  /** The pipelines that built each of them, oldest first. */
  readonly pipelines: ReadonlyMap<number, ReadonlyArray<number>>
}

/** The details of packages, read at once for a whole page. */
export const packageDetails: Lookup<ReadonlyArray<number>, PackageDetails> = ({ read: { packages } }, ids) => ({
  tags: packages.tagsOf(ids),
  pipelines: packages.pipelinesOf(ids),
})

/** The displayable versions of the same package besides this one, by version as text. */
export const otherVersions: Lookup<PackageRow, ReadonlyArray<PackageVersion>> = (forge, row) =>
  forge.read.packages.otherVersions(row)

/** The files of the packages of those numbers, by id. */
export const filesOfPackages: Lookup<ReadonlyArray<number>, ReadonlyArray<PackageFileRow>> = (forge, ids) =>
  forge.read.packages.filesOf(ids)

/** The distribution tags of the packages of those numbers. */
export const tagsOfPackages: Lookup<ReadonlyArray<number>, PackageDetails['tags']> = (forge, ids) =>
  forge.read.packages.tagsOf(ids)
