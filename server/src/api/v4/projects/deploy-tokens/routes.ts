import { DEPLOY_SCOPES } from '@forgefold/core/access'
import {
  createDeployToken,
  type DeployTokenOwner,
  type DeployTokenRow,
  getDeployToken,
  listAllDeployTokens,
  listDeployTokens,
  revokeDeployToken,
} from '@forgefold/core/domains/projects/deploy-token'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  created,
  datetime,
  integer,
  listed,
  listOf,
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
import { deployTokenShape, newDeployTokenShape } from '../../identity/access-tokens/shape.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentDeployToken } from './presenter.js'

const area = 'Deploy tokens'
const tokenId = required(integer(), 'The number of the token')
const active = withDefault(boolean(), false, 'Only tokens that are neither revoked nor expired')

const all = route({
  method: 'GET',
  path: '/deploy_tokens',
  area,
  summary: 'List the deploy tokens of the instance',
  caller: 'admin',
  params: { active, ...paging },
  success: { status: 200, description: 'The tokens', schemaFor: arrayOf(deployTokenShape) },
  handler: ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const found = listAllDeployTokens(forge, { principal }, { active: params.active, page })
    return E.isLeft(found) ? found : listed(found.right, page, (row) => presentDeployToken(row, forge.clock.now()))
  },
})

interface OwnerPath {
  readonly path: string
  readonly of: string
  readonly id: typeof projectId
  readonly owner: (id: string) => DeployTokenOwner
}

const routesOf = ({ path, of, id, owner }: OwnerPath): ReadonlyArray<Route> => {
  const one = { id, token_id: tokenId }
  return [
    route({
      method: 'GET',
      path,
      area,
      summary: `List the deploy tokens of a ${of}`,
      caller: 'user',
      params: { id, active, ...paging },
      success: { status: 200, description: 'The tokens', schemaFor: arrayOf(deployTokenShape) },
      handler: ({ forge, principal }, params) => {
        const page = pageRequest(params)
        const found = listDeployTokens(forge, { principal }, { owner: owner(params.id), active: params.active, page })
        return E.isLeft(found) ? found : listed(found.right, page, (row) => presentDeployToken(row, forge.clock.now()))
      },
    }),
    route({
      method: 'POST',
      path,
      area,
      summary: `Make a deploy token for a ${of}`,
      caller: 'user',
      params: {
        id,
        name: required(string(), 'What it is for'),
        scopes: required(listOf(oneOf(DEPLOY_SCOPES)), 'What it may do'),
        expires_at: optional(datetime(), 'When it ends; never where it is left out'),
        username: optional(string(), 'The user name that goes with it; made where it is left out'),
      },
      success: {
        status: 201,
        description: 'The token with its secret, told this once',
        schemaFor: newDeployTokenShape,
      },
      handler: async (context, { id: ref, name, scopes, expires_at: expiresAt, username }) => {
        const input = { owner: owner(ref), name, scopes, username, expiresAt: expiresAt ?? null }
        const made = await createDeployToken(context.forge, callerOf(context), input)
        if (E.isLeft(made)) return made
        const { token, secret } = made.right
        return created({ ...presentDeployToken(token, context.forge.clock.now()), token: secret })
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:token_id`,
      area,
      summary: `Read one deploy token of a ${of}`,
      caller: 'user',
      params: one,
      success: { status: 200, description: 'The token', schemaFor: deployTokenShape },
      handler: ({ forge, principal }, params) =>
        respond((row: DeployTokenRow) => presentDeployToken(row, forge.clock.now()))(
          getDeployToken(forge, { principal }, { owner: owner(params.id), id: params.token_id }),
        ),
    }),
    route({
      method: 'DELETE',
      path: `${path}/:token_id`,
      area,
      summary: `Revoke a deploy token of a ${of}`,
      caller: 'user',
      params: one,
      success: { status: 204, description: 'Revoked' },
      handler: async (context, params) =>
        respondNoContent(
          await revokeDeployToken(context.forge, callerOf(context), { owner: owner(params.id), id: params.token_id }),
        ),
    }),
  ]
}

/** Deploy tokens of the instance, of projects and of groups. */
export const deployTokenRoutes: ReadonlyArray<Route> = [
  all,
  ...routesOf({
    path: '/projects/:id/deploy_tokens',
    of: 'project',
    id: projectId,
    owner: (project) => ({ project }),
  }),
  ...routesOf({ path: '/groups/:id/deploy_tokens', of: 'group', id: groupId, owner: (group) => ({ group }) }),
]
