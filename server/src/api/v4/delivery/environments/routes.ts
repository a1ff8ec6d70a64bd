import {
  changeEnvironment,
  createEnvironment,
  deleteEnvironment,
  ENVIRONMENT_STATES,
  type EnvironmentRow,
  getEnvironment,
  listEnvironments,
  stopEnvironment,
  TIERS,
} from '@forgefold/core/domains/delivery/environment'
import { badParameters } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  filter,
  integer,
  listed,
  nullable,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respond,
  respondAsync,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { bulkRoutes } from './bulk-routes.js'
import { presentEnvironment, presentWholeEnvironment } from './presenter.js'
import { environmentShape, wholeEnvironmentShape } from './shape.js'

const area = 'Environments'
const PATH = '/projects/:id/environments'
const ONE = `${PATH}/:environment_id`
const environmentId = required(integer(), 'The number of the environment')
const MIN_SEARCH_LENGTH = 3

const list = route({
  method: 'GET',
  path: PATH,
  area,
  summary: 'List the environments of a project',
  caller: 'user',
  params: {
    id: projectId,
    name: optional(filter(string()), 'The exact name'),
    search: optional(filter(string()), 'A part of the name, at least three characters'),
    states: optional(oneOf(ENVIRONMENT_STATES), 'The state'),
    ...paging,
  },
  success: { status: 200, description: 'The environments', schemaFor: arrayOf(environmentShape) },
  handler: ({ forge, principal }, params) => {
    if (params.name !== undefined && params.search !== undefined)
      return reject(badParameters('name, search cannot be used together'))
    if (params.search !== undefined && params.search.length < MIN_SEARCH_LENGTH)
      return reject({ kind: 'BadRequest', reason: `Search query is less than ${MIN_SEARCH_LENGTH} characters` })
    const page = pageRequest(params)
    const { id: project, name, search, states: status } = params
    const found = listEnvironments(forge, { principal }, { project, name, search, status, page })
    return E.isLeft(found) ? found : listed(found.right, page, presentEnvironment)
  },
})

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one environment, with its last deployment',
  caller: 'user',
  params: { id: projectId, environment_id: environmentId },
  success: { status: 200, description: 'The environment', schemaFor: wholeEnvironmentShape },
  handler: async ({ forge, principal }, params) => {
    const found = getEnvironment(forge, { principal }, { project: params.id, id: params.environment_id })
    return respondAsync((row: EnvironmentRow) => presentWholeEnvironment(forge, principal, row))(found)
  },
})

const create = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Create an environment',
  caller: 'user',
  params: {
    id: projectId,
    name: required(string(), 'The name, unique in the project'),
    external_url: optional(string(), 'Where what is deployed can be seen'),
    tier: optional(oneOf(TIERS), 'What it is for; guessed from the name where not given'),
    slug: optional(string(), 'Made by the server: must not be given'),
  },
  success: { status: 201, description: 'The environment', schemaFor: environmentShape },
  handler: async (context, params) => {
    if (params.slug !== undefined) return reject(badParameters('slug is automatically generated and cannot be changed'))
    const input = { project: params.id, name: params.name, externalUrl: params.external_url, tier: params.tier }
    return respond(presentEnvironment, 201)(await createEnvironment(context.forge, callerOf(context), input))
  },
})

const update = route({
  method: 'PUT',
  path: ONE,
  area,
  summary: 'Change the address or the tier of an environment, before 16.0 also its name',
  caller: 'user',
  params: {
    id: projectId,
    environment_id: environmentId,
    name: optional(string(), 'The name, unique in the project; the slug stays', lifespanOf('environments.update.name')),
    external_url: optional(nullable(string()), 'Where what is deployed can be seen'),
    tier: optional(oneOf(TIERS), 'What it is for'),
    slug: optional(string(), 'Made by the server: must not be given'),
  },
  success: { status: 200, description: 'The environment', schemaFor: environmentShape },
  handler: async (context, params) => {
    if (params.slug !== undefined) return reject(badParameters('slug is automatically generated and cannot be changed'))
    const input = {
      project: params.id,
      id: params.environment_id,
      name: params.name,
      externalUrl: params.external_url,
      tier: params.tier,
    }
    return respond(presentEnvironment)(await changeEnvironment(context.forge, callerOf(context), input))
  },
})

const stop = route({
  method: 'POST',
  path: `${ONE}/stop`,
  area,
  summary: 'Stop an environment',
  caller: 'user',
  params: {
    id: projectId,
    environment_id: environmentId,
    force: optional(boolean(), 'Without running what would run on stop', lifespanOf('environments.stop.force')),
  },
  success: { status: 200, description: 'The environment', schemaFor: environmentShape },
  handler: async (context, params) => {
    const input = { project: params.id, id: params.environment_id, force: params.force ?? false }
    return respond(presentEnvironment)(await stopEnvironment(context.forge, callerOf(context), input))
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area,
  summary: 'Delete a stopped environment with its deployments',
  caller: 'user',
  params: { id: projectId, environment_id: environmentId },
  success: { status: 204, description: 'Gone' },
  handler: async (context, params) => {
    const input = { project: params.id, id: params.environment_id }
    return respondNoContent(await deleteEnvironment(context.forge, callerOf(context), input))
  },
})

/** Environments of a project. */
export const environmentRoutes: ReadonlyArray<Route> = [list, one, create, update, stop, remove, ...bulkRoutes]
