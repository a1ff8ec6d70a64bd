import {
  GROUP_PACKAGE_ORDERS,
  groupPackagesFor,
  listGroupPackages,
  listProjectPackages,
  PACKAGE_STATUSES,
  PACKAGE_TYPES,
  type PackageType,
  PROJECT_PACKAGE_ORDERS,
} from '@forgefold/core/domains/packages/package'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Decoded,
  filter,
  listedJson,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { direction } from '../../list-params.js'
import { groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentPackages } from './presenter.js'
import { groupPackageShape, listedPackageShape } from './shape.js'
import { area, atProject, jobToken, LIST, viewFor } from './view.js'

/** A group does not list Terraform modules (docs/reference/behaviour/packages.md#listing-packages). */
const GROUP_TYPES = PACKAGE_TYPES.filter((type) => type !== 'terraform_module')

/** The filters of a list of packages. */
const listParams = (types: ReadonlyArray<PackageType>) => ({
  sort: direction('asc'),
  package_type: optional(oneOf(types), 'Only packages of this kind'),
  package_name: optional(
    filter(string()),
    'Only packages whose name has these words in it; quotes keep a phrase together',
  ),
  include_versionless: optional(boolean(), 'Packages without a version too'),
  status: optional(oneOf(PACKAGE_STATUSES), 'The status; default and error where it is left out'),
  ...paging,
})

type Listing = Decoded<ReturnType<typeof listParams>>

/** The filter of the read model for both lists. */
const filterOf = ({ package_type, package_name, include_versionless, status, sort }: Listing) => ({
  type: package_type,
  name: package_name === '' ? undefined : package_name,
  includeVersionless: include_versionless,
  status,
  sort,
})

const ofProject = route({
  method: 'GET',
  path: LIST,
  area,
  summary: 'List the packages of a project',
  caller: 'anyone',
  jobToken,
  before: atProject,
  params: {
    id: projectId,
    order_by: withDefault(oneOf(PROJECT_PACKAGE_ORDERS), 'created_at', 'What to sort by'),
    ...listParams(PACKAGE_TYPES),
  },
  success: { status: 200, description: 'The packages', schemaFor: arrayOf(listedPackageShape) },
  handler: (context, params) => {
    const page = pageRequest(params)
    const input = { project: params.id, ...filterOf(params), orderBy: params.order_by, page }
    const found = listProjectPackages(context.forge, context, input)
    if (E.isLeft(found)) return found
    return listedJson(found.right, page, presentPackages(viewFor(context), found.right.rows, 'project'))
  },
})

const ofGroup = route({
  method: 'GET',
  path: '/groups/:id/packages',
  area,
  summary: 'List the packages of the projects in a group',
  caller: 'anyone',
  before: ({ forge, principal }, raw) => groupPackagesFor(forge, principal, raw['id'] ?? ''),
  params: {
    id: groupId,
    order_by: withDefault(oneOf(GROUP_PACKAGE_ORDERS), 'created_at', 'What to sort by'),
    ...listParams(GROUP_TYPES),
    exclude_subgroups: withDefault(boolean(), false, 'Only projects that are directly in the group'),
  },
  success: { status: 200, description: 'The packages', schemaFor: arrayOf(groupPackageShape) },
  handler: (context, params) => {
    const page = pageRequest(params)
    const { id: group, order_by: orderBy, exclude_subgroups: excludeSubgroups } = params
    const input = { group, ...filterOf(params), orderBy, excludeSubgroups, page }
    const found = listGroupPackages(context.forge, context, input)
    if (E.isLeft(found)) return found
    return listedJson(found.right, page, presentPackages(viewFor(context), found.right.rows, 'group'))
  },
})

/** The packages of a project, and of the projects in a group. */
export const packageListRoutes: ReadonlyArray<Route> = [ofProject, ofGroup]
