import {
  deletePackage,
  deletePackageFile,
  getPackage,
  listPackageFiles,
  type PackageRow,
} from '@forgefold/core/domains/packages/package'
import * as E from 'fp-ts/lib/Either.js'
import {
  ifUnmodifiedSince,
  integer,
  listed,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { packageListRoutes } from './list-routes.js'
import { presentPackage, presentPackageFile } from './presenter.js'
import { packageFileShape, packageShape } from './shape.js'
import { area, atProject, jobToken, LIST, viewFor } from './view.js'

const ONE = `${LIST}/:package_id`

const FILES = `${ONE}/package_files`

const packageId = required(integer(), 'The number of the package')

const fileId = required(integer(), 'The number of the file')

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one package',
  caller: 'anyone',
  jobToken,
  before: atProject,
  params: { id: projectId, package_id: packageId },
  success: { status: 200, description: 'The package with its other versions', schemaFor: packageShape },
  handler: (context, params) =>
    respond((row: PackageRow) => presentPackage(viewFor(context), row))(
      getPackage(context.forge, context, { project: params.id, id: params.package_id }),
    ),
})

const files = route({
  method: 'GET',
  path: FILES,
  area,
  summary: 'List the files of a package',
  caller: 'anyone',
  jobToken,
  before: atProject,
  params: { id: projectId, package_id: packageId, ...paging },
  success: { status: 200, description: 'The files', schemaFor: arrayOf(packageFileShape) },
  handler: (context, params) => {
    const page = pageRequest(params)
    const view = viewFor(context)
    const found = listPackageFiles(context.forge, context, { project: params.id, id: params.package_id, page })
    if (E.isLeft(found)) return found
    return listed(found.right, page, (file) => presentPackageFile(view, file))
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area,
  summary: 'Delete a package',
  caller: 'anyone',
  jobToken,
  before: atProject,
  params: { id: projectId, package_id: packageId },
  success: { status: 204, description: 'Deleted' },
  handler: async (context, params) => {
    const input = { project: params.id, id: params.package_id, unmodifiedSince: ifUnmodifiedSince(context.request) }
    return respondNoContent(await deletePackage(context.forge, callerOf(context), input))
  },
})

const removeFile = route({
  method: 'DELETE',
  path: `${FILES}/:package_file_id`,
  area,
  summary: 'Delete a file of a package; the package may become useless to its clients',
  caller: 'anyone',
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
    return respondNoContent(await deletePackageFile(context.forge, callerOf(context), input))
  },
})

/** Packages of projects and groups (docs/reference/behaviour/packages.md#package-endpoints). */
export const packageRoutes: ReadonlyArray<Route> = [...packageListRoutes, one, files, remove, removeFile]
