import {
  allowProject,
  disallowProject,
  getJobTokenScope,
  type JobTokenScope,
  listAllowedProjects,
  setInboundScope,
} from '@forgefold/core/domains/projects/job-token-scope'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
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
import { arrayOf, boolean as flag, integer as number, record } from '../../shape.js'
import { presentProjectSimply } from '../projects/presenter.js'
import { simpleProjectShape } from '../projects/shape.js'

const area = 'Job tokens'
const PATH = '/projects/:id/job_token_scope'
const LIST = `${PATH}/allowlist`

const present = ({ inbound, outbound }: JobTokenScope) => ({ inbound_enabled: inbound, outbound_enabled: outbound })

const presentPair = ({ projectId: source, targetId }: { readonly projectId: number; readonly targetId: number }) => ({
  source_project_id: source,
  target_project_id: targetId,
})

/** Which projects' job tokens have access to a project (docs/reference/behaviour/delivery.md#job-tokens). */
export const jobTokenScopeRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area,
    ...lifespanOf('job_token_scope.read'),
    summary: 'Read how far job tokens reach from and into a project',
    caller: 'user',
    params: { id: projectId },
    success: {
      status: 200,
      description: 'Both directions',
      schemaFor: record('JobTokenScope', { inbound_enabled: flag, outbound_enabled: flag }),
    },
    handler: ({ forge, principal }, { id }) => respond(present)(getJobTokenScope(forge, { principal }, id)),
  }),
  route({
    method: 'PATCH',
    path: PATH,
    area,
    ...lifespanOf('job_token_scope.change'),
    summary: 'Let only the jobs of listed projects reach a project, or those of all',
    caller: 'user',
    params: { id: projectId, enabled: required(boolean(), 'Whether the list counts') },
    success: { status: 204, description: 'Done' },
    handler: async (context, { id: project, enabled }) =>
      respondNoContent(await setInboundScope(context.forge, callerOf(context), { project, enabled })),
  }),
  route({
    method: 'GET',
    path: LIST,
    area,
    ...lifespanOf('job_token_scope.list'),
    summary: 'List the projects whose jobs reach a project',
    caller: 'user',
    params: { id: projectId, ...paging },
    success: { status: 200, description: 'The projects, itself among them', schemaFor: arrayOf(simpleProjectShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listAllowedProjects(forge, { principal }, { project: params.id, page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentProjectSimply(row, forge))
    },
  }),
  route({
    method: 'POST',
    path: LIST,
    area,
    ...lifespanOf('job_token_scope.allow'),
    summary: 'Let the jobs of another project reach a project',
    caller: 'user',
    params: { id: projectId, target_project_id: required(integer(), 'The number of the other project') },
    success: {
      status: 201,
      description: 'Both numbers',
      schemaFor: record('AllowedProject', { source_project_id: number, target_project_id: number }),
    },
    handler: async (context, { id: project, target_project_id: targetId }) =>
      respond(presentPair, 201)(await allowProject(context.forge, callerOf(context), { project, targetId })),
  }),
  route({
    method: 'DELETE',
    path: `${LIST}/:target_project_id`,
    area,
    ...lifespanOf('job_token_scope.disallow'),
    summary: 'No longer let the jobs of another project reach a project',
    caller: 'user',
    params: { id: projectId, target_project_id: required(integer(), 'The number of the other project') },
    success: { status: 204, description: 'Gone' },
    handler: async (context, { id: project, target_project_id: targetId }) =>
      respondNoContent(await disallowProject(context.forge, callerOf(context), { project, targetId })),
  }),
]
