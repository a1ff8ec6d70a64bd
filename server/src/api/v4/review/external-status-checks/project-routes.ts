import {
  changeExternalStatusCheck,
  createExternalStatusCheck,
  deleteExternalStatusCheck,
  type ExternalStatusCheckRow,
  listExternalStatusChecks,
} from '@forgefold/core/domains/review/external-status-check'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Context,
  integer,
  listed,
  listOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentExternalStatusCheck } from './presenter.js'
import { externalStatusCheckShape } from './shape.js'

const area = 'External status checks'
const PATH = '/projects/:id/external_status_checks'
const ONE = `${PATH}/:check_id`
const shared = { area, caller: 'user', tier: 'ultimate' } as const

const one = { id: projectId, check_id: required(integer(), 'The number of the check') }
const branches = optional(
  listOf(integer()),
  'The protected branches that it is kept to; none: every branch. Their numbers are those of the list of protected branches',
)

const present =
  ({ forge, principal }: Context) =>
  (row: ExternalStatusCheckRow) =>
    presentExternalStatusCheck(forge, principal, row)

/** The external status checks of projects (docs/reference/behaviour/review.md#external-status-checks). */
export const projectStatusCheckRoutes: ReadonlyArray<Route> = [
  route({
    ...shared,
    method: 'GET',
    path: PATH,
    summary: 'List the external status checks of a project',
    params: { id: projectId, ...paging },
    success: { status: 200, description: 'The checks, by number', schemaFor: arrayOf(externalStatusCheckShape) },
    handler: (context, params) => {
      const page = pageRequest(params)
      const found = listExternalStatusChecks(context.forge, context, { project: params.id, page })
      return E.isLeft(found) ? found : listed(found.right, page, present(context))
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: PATH,
    summary: 'Add an external status check to a project',
    params: {
      id: projectId,
      name: required(string(), 'Its name'),
      external_url: required(string(), 'Where the payload of each change of a merge request is sent'),
      protected_branch_ids: branches,
    },
    success: { status: 201, description: 'The check', schemaFor: externalStatusCheckShape },
    handler: async (context, params) => {
      const { id: project, name, external_url: externalUrl, protected_branch_ids: protectedBranchIds = [] } = params
      const wanted = { project, name, externalUrl, protectedBranchIds }
      return respond(present(context), 201)(await createExternalStatusCheck(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    ...shared,
    method: 'PUT',
    path: ONE,
    summary: 'Change an external status check',
    params: {
      ...one,
      name: optional(string(), 'Its name'),
      external_url: optional(string(), 'Where payloads are sent'),
      protected_branch_ids: branches,
    },
    success: { status: 200, description: 'The check', schemaFor: externalStatusCheckShape },
    handler: async (context, params) => {
      const { id: project, check_id: id, name, external_url: externalUrl } = params
      const changes = { name, externalUrl, protectedBranchIds: params.protected_branch_ids }
      const changed = await changeExternalStatusCheck(context.forge, callerOf(context), { project, id, changes })
      return respond(present(context))(changed)
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: ONE,
    summary: 'Take an external status check away',
    params: one,
    success: { status: 204, description: 'Gone' },
    handler: async (context, { id: project, check_id: id }) =>
      respondNoContent(await deleteExternalStatusCheck(context.forge, callerOf(context), { project, id })),
  }),
]
