import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  deletePackage,
  deletePackageFile,
  type FoundPackage,
  GROUP_PACKAGE_ORDERS,
  getPackage,
  groupPackagesFor,
  listGroupPackages,
  listPackageFiles,
  listProjectPackages,
  PACKAGE_STATUSES,
  PACKAGE_TYPES,
  type PackageType,
  PROJECT_PACKAGE_ORDERS,
  packagesFor,
} from '@forgefold/core/domains/package'
import { BEFORE_THE_DIAL, lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  type Decoded,
  ifUnmodifiedSince,
  integer,
  listed,
  listedJson,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../http/index.js'
import { type PackageView, presentPackage, presentPackageFile, presentPackages } from '../../presenters/package.js'
import { arrayOf, groupPackageShape, listedPackageShape, packageFileShape, packageShape } from '../../shapes/index.js'
import { direction } from './list-params.js'
import { callerOf, groupId, projectId } from './shared-params.js'

const area = 'Packages'
const LIST = '/projects/:id/packages'
const ONE = `${LIST}/:package_id`
const FILES = `${ONE}/package_files`
const packageId = required(integer(), 'The number of the package')
const fileId = required(integer(), 'The number of the file')

const jobToken = lifespanOf('packages.job_token').since ?? BEFORE_THE_DIAL

/** What a list of packages may be asked for. */
const listParams = (types: ReadonlyArray<PackageType>) => ({
  sort: direction('asc'),
  package_type: optional(oneOf(types), 'Only packages of this kind'),
  package_name: optional(string(), 'Only packages whose name has these words in it; quotes keep a phrase together'),
  include_versionless: optional(boolean(), 'Packages without a version too'),
  status: optional(oneOf(PACKAGE_STATUSES), 'The status; default and error where it is left out'),
  ...paging,
})

/** A group does not list Terraform modules (contract 1, Package endpoints). */
const GROUP_TYPES = PACKAGE_TYPES.filter((type) => type !== 'terraform_module')

type Listing = Decoded<ReturnType<typeof listParams>>

/** What both lists ask the read model for. */
const filterOf = ({ package_type, package_name, include_versionless, status, sort }: Listing) => ({
  type: package_type,
  name: package_name === '' ? undefined : package_name,
  includeVersionless: include_versionless,
  status,
  sort,
})

const atProject = ({ forge, principal }: Context, raw: Readonly<Record<string, string>>) =>
  packagesFor(forge, principal, raw['id'] ?? '', 'read_package')

/** Says for each project once whether its packages may be deleted. */
const destroyer = (forge: Forge, principal: Principal): PackageView['mayDestroy'] => {
  const known = new Map<number, boolean>()
  return (project) => {
    const answered = known.get(project)
    if (answered !== undefined) return answered
    const may = E.isRight(packagesFor(forge, principal, project, 'destroy_package'))
    known.set(project, may)
    return may
  }
}

const viewFor = ({ forge, baseUrl, principal }: Context): PackageView => ({
  forge,
  baseUrl,
  mayDestroy: destroyer(forge, principal),
})

const ofProject = route({
  method: 'GET',
  path: LIST,
  area,
  summary: 'List the packages of a project',
  door: 'anyone',
  jobToken,
  before: atProject,
  params: {
    id: projectId,
    order_by: withDefault(oneOf(PROJECT_PACKAGE_ORDERS), 'created_at', 'What to sort by'),
    ...listParams(PACKAGE_TYPES),
  },
  success: { status: 200, description: 'The packages', schemaFor: arrayOf(listedPackageShape) },
  handler: async (context, params) => {
    const page = pageRequest(params)
    const filter = { ...filterOf(params), orderBy: params.order_by }
    const found = await listProjectPackages(context.principal, params.id, filter, page)(context.forge)()
    if (E.isLeft(found)) return found
    return listedJson(found.right, page, presentPackages(viewFor(context), found.right.rows, 'project'))
  },
})

const ofGroup = route({
  method: 'GET',
  path: '/groups/:id/packages',
  area,
  summary: 'List the packages of the projects in a group',
  door: 'anyone',
  before: ({ forge, principal }, raw) => groupPackagesFor(forge, principal, raw['id'] ?? ''),
  params: {
    id: groupId,
    order_by: withDefault(oneOf(GROUP_PACKAGE_ORDERS), 'created_at', 'What to sort by'),
    ...listParams(GROUP_TYPES),
    exclude_subgroups: withDefault(boolean(), false, 'Only projects that are directly in the group'),
  },
  success: { status: 200, description: 'The packages', schemaFor: arrayOf(groupPackageShape) },
  handler: async (context, params) => {
    const page = pageRequest(params)
    const filter = { ...filterOf(params), orderBy: params.order_by, excludeSubgroups: params.exclude_subgroups }
    const found = await listGroupPackages(context.principal, params.id, filter, page)(context.forge)()
    if (E.isLeft(found)) return found
    return listedJson(found.right, page, presentPackages(viewFor(context), found.right.rows, 'group'))
  },
})

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one package',
  door: 'anyone',
  jobToken,
  before: atProject,
  params: { id: projectId, package_id: packageId },
  success: { status: 200, description: 'The package with its other versions', schemaFor: packageShape },
  handler: async (context, params) =>
    respond(({ row }: FoundPackage) => presentPackage(viewFor(context), row))(
      await getPackage(context.principal, params.id, params.package_id)(context.forge)(),
    ),
})

const files = route({
  method: 'GET',
  path: FILES,
  area,
  summary: 'List the files of a package',
  door: 'anyone',
  jobToken,
  before: atProject,
  params: { id: projectId, package_id: packageId, ...paging },
  success: { status: 200, description: 'The files', schemaFor: arrayOf(packageFileShape) },
  handler: async ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const found = await listPackageFiles(principal, params.id, params.package_id, page)(forge)()
    if (E.isLeft(found)) return found
    const { rows, total, project } = found.right
    return listed({ rows, total }, page, (file) => presentPackageFile(forge, project, file))
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area,
  summary: 'Delete a package',
  door: 'anyone',
  jobToken,
  before: atProject,
  params: { id: projectId, package_id: packageId },
  success: { status: 204, description: 'Deleted' },
  handler: async (context, params) => {
    const input = { project: params.id, id: params.package_id, unmodifiedSince: ifUnmodifiedSince(context.request) }
    return respondNoContent(await deletePackage(callerOf(context), input)(context.forge)())
  },
})

const removeFile = route({
  method: 'DELETE',
  path: `${FILES}/:package_file_id`,
  area,
  summary: 'Delete a file of a package; the package may become useless to its clients',
  door: 'anyone',
  jobToken,
  before: atProject,
  params: { id: projectId, package_id: packageId, package_file_id: fileId },
  success: { status: 204, description: 'Deleted' },
  handler: async (context, params) => {
    const input = {
      project: params.id,
      id: params.package_id,
      fileId: params.package_file_id,
      unmodifiedSince: ifUnmodifiedSince(context.request),
    }
    return respondNoContent(await deletePackageFile(callerOf(context), input)(context.forge)())
  },
})

/** Packages of projects and groups (contract 1, Package endpoints). */
export const packageRoutes: ReadonlyArray<Route> = [ofProject, ofGroup, one, files, remove, removeFile]
