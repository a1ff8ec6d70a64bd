import { listUpcomingJobs } from '@forgefold/core/domains/delivery/pipeline'
import {
  changeResourceGroup,
  getResourceGroup,
  listResourceGroups,
  PROCESS_MODES,
  type ResourceGroupRow,
} from '@forgefold/core/domains/delivery/resource-group'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  listed,
  listedJson,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf, instant, integer, record, text } from '../../shape.js'
import { presentJobs } from '../jobs/presenter.js'
import { jobShape } from '../jobs/shape.js'

const area = 'Resource groups'
const PATH = '/projects/:id/resource_groups'
const ONE = `${PATH}/:key`

const resourceGroupShape = record('ResourceGroup', {
  id: integer,
  key: text,
  process_mode: text,
  created_at: instant,
  updated_at: instant,
})

const present = (row: ResourceGroupRow) => ({
  id: row.id,
  key: row.key,
  process_mode: row.processMode,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

const one = { id: projectId, key: required(string(), 'The key of the resource group') }
const success = { status: 200, description: 'The resource group', schemaFor: resourceGroupShape }

/** Resource groups of projects (docs/reference/behaviour/delivery.md#resource-groups). */
export const resourceGroupRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area,
    summary: 'List the resource groups of a project',
    caller: 'user',
    ...lifespanOf('resource_groups.list'),
    params: { id: projectId, ...paging },
    success: { status: 200, description: 'The resource groups', schemaFor: arrayOf(resourceGroupShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listResourceGroups(forge, { principal }, { project: params.id, page })
      return E.isLeft(found) ? found : listed(found.right, page, present)
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    area,
    summary: 'Read one resource group',
    caller: 'user',
    params: one,
    success,
    handler: ({ forge, principal }, { id: project, key }) =>
      respond(present)(getResourceGroup(forge, { principal }, { project, key })),
  }),
  route({
    method: 'PUT',
    path: ONE,
    area,
    summary: 'Change in which order the jobs of a resource group go',
    caller: 'user',
    params: { ...one, process_mode: optional(oneOf(PROCESS_MODES), 'In which order the jobs go') },
    success,
    handler: async (context, { id: project, key, process_mode: processMode }) =>
      respond(present)(await changeResourceGroup(context.forge, callerOf(context), { project, key, processMode })),
  }),
  route({
    method: 'GET',
    path: `${ONE}/upcoming_jobs`,
    area,
    summary: 'List the jobs that a resource group will let run, the next one first',
    caller: 'user',
    ...lifespanOf('resource_groups.upcoming_jobs'),
    params: { ...one, ...paging },
    success: { status: 200, description: 'The jobs', schemaFor: arrayOf(jobShape) },
    handler: async ({ forge, principal }, { id: project, key, ...params }) => {
      const page = pageRequest(params)
      const found = listUpcomingJobs(forge, { principal }, { project, key, page })
      return E.isLeft(found) ? found : listedJson(found.right, page, await presentJobs(forge, found.right.rows))
    },
  }),
]
