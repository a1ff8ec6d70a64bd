import {
  CI_VARIABLE_TYPES,
  type CiVariableOwnerRef,
  type CiVariableRow,
  changeCiVariable,
  createCiVariable,
  deleteCiVariable,
  getCiVariable,
  listCiVariables,
} from '@forgefold/core/domains/delivery/ci-variable'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  listed,
  object,
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
} from '../../../../http/index.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { ciVariableShape, presentCiVariable } from './presenter.js'

const area = 'CI/CD variables'

const key = required(string(), 'The key', { refusesBlank: true })
const scope = { environment_scope: optional(string(), 'A pattern of names of environments; default: `*`') }
const filter = {
  filter: optional(object({ environment_scope: optional(string(), 'Which one of several') }), 'Narrows what is meant'),
}

const details = {
  variable_type: optional(oneOf(CI_VARIABLE_TYPES), 'Whether jobs get it as a variable or as a file'),
  protected: optional(boolean(), 'Only for protected branches and tags'),
  masked: optional(boolean(), 'Not shown in logs'),
  raw: optional(boolean(), 'Other variables in it are not put in'),
}

/** The paths and rights of the variables of one kind of owner. */
interface Place {
  readonly path: string
  readonly what: string
  readonly ids: { readonly id?: typeof projectId }
  readonly ownerOf: (params: object) => CiVariableOwnerRef
}

const idIn = (params: object): string => (params as { readonly id: string }).id

const PLACES: ReadonlyArray<Place> = [
  {
    path: '/projects/:id/variables',
    what: 'a project',
    ids: { id: projectId },
    ownerOf: (params) => ({ kind: 'project', ref: idIn(params) }),
  },
  {
    path: '/groups/:id/variables',
    what: 'a group',
    ids: { id: groupId },
    ownerOf: (params) => ({ kind: 'group', ref: idIn(params) }),
  },
  { path: '/admin/ci/variables', what: 'the instance', ids: {}, ownerOf: () => ({ kind: 'instance' }) },
]

const shown = ({ forge }: Context, status = 200) =>
  respond((row: CiVariableRow) => presentCiVariable(forge, row), status)

const routesOf = ({ path, what, ids, ownerOf }: Place): ReadonlyArray<Route> => {
  const one = `${path}/:key`
  const scoped = 'id' in ids ? scope : {}
  const success = { status: 200, description: 'The variable', schemaFor: ciVariableShape }
  const refOf = (params: {
    readonly key: string
    readonly filter?: { readonly environment_scope?: string | undefined } | undefined
  }) => ({
    owner: ownerOf(params),
    key: params.key,
    environmentScope: params.filter?.environment_scope,
  })
  return [
    route({
      method: 'GET',
      path,
      area,
      summary: `List the variables of ${what}`,
      caller: 'user',
      params: { ...ids, ...paging },
      success: { status: 200, description: 'The variables', schemaFor: arrayOf(ciVariableShape) },
      handler: (context, params) => {
        const page = pageRequest(params)
        const found = listCiVariables(context.forge, context, { owner: ownerOf(params), page })
        return E.isLeft(found) ? found : listed(found.right, page, (row) => presentCiVariable(context.forge, row))
      },
    }),
    route({
      method: 'GET',
      path: one,
      area,
      summary: `Read one variable of ${what}`,
      caller: 'user',
      params: { ...ids, key, ...filter },
      success,
      handler: (context, params) => shown(context)(getCiVariable(context.forge, context, refOf(params))),
    }),
    route({
      method: 'POST',
      path,
      area,
      summary: `Make a variable of ${what}`,
      caller: 'user',
      params: {
        ...ids,
        key,
        value: required(string(), 'The value'),
        ...details,
        variable_type: withDefault(oneOf(CI_VARIABLE_TYPES), 'env_var', details.variable_type.summary),
        ...scoped,
      },
      success: { ...success, status: 201 },
      handler: async (context, params) => {
        const { value, variable_type: type, masked = false, raw = false } = params
        const { environment_scope: environmentScope = '*' } = params as { readonly environment_scope?: string }
        const flags = { protected: params.protected ?? false, masked, raw }
        const input = { owner: ownerOf(params), key: params.key, value, type, environmentScope, ...flags }
        const made = await createCiVariable(context.forge, callerOf(context), input)
        return shown(context, 201)(made)
      },
    }),
    route({
      method: 'PUT',
      path: one,
      area,
      summary: `Change a variable of ${what}`,
      caller: 'user',
      params: { ...ids, key, ...filter, value: optional(string(), 'The new value'), ...details, ...scoped },
      success,
      handler: async (context, params) => {
        const { value, variable_type: type, masked, raw } = params
        const { environment_scope: environmentScope } = params as { readonly environment_scope?: string }
        const changes = { value, type, protected: params.protected, masked, raw, environmentScope }
        const done = await changeCiVariable(context.forge, callerOf(context), { variable: refOf(params), changes })
        return shown(context)(done)
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      area,
      summary: `Delete a variable of ${what}`,
      caller: 'user',
      params: { ...ids, key, ...filter },
      success: { status: 204, description: 'Gone' },
      handler: async (context, params) =>
        respondNoContent(await deleteCiVariable(context.forge, callerOf(context), refOf(params))),
    }),
  ]
}

/** CI/CD variables of projects, groups and the instance (docs/reference/behaviour/delivery.md#cicd-variables). */
export const ciVariableRoutes: ReadonlyArray<Route> = PLACES.flatMap(routesOf)
