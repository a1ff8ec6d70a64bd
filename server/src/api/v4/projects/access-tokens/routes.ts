import type { Forge } from '@forgefold/core/app'
import { RESOURCE_TOKEN_SCOPES } from '@forgefold/core/domains/identity/personal-access-token'
import {
  type AccessToken,
  createAccessToken,
  getAccessToken,
  listAccessTokens,
  revokeAccessToken,
  rotateAccessToken,
} from '@forgefold/core/domains/projects/access-token'
import type { MemberSource } from '@forgefold/core/domains/projects/member'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  date,
  integer,
  listed,
  listOf,
  nullable,
  ok,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { newToken } from '../../identity/access-tokens/new-access-token.js'
import { presentToken } from '../../identity/access-tokens/presenter.js'
import { resourceTokenShape } from '../../identity/access-tokens/shape.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'

const area = 'Project and group access tokens'

const present = ({ token, level }: AccessToken, forge: Forge) => ({
  ...presentToken(token, forge),
  access_level: level,
})

const LIVES = {
  project: { list: {}, create: {}, read: {}, revoke: {}, rotate: lifespanOf('project_access_tokens.rotate') },
  group: {
    list: lifespanOf('group_access_tokens.list'),
    create: lifespanOf('group_access_tokens.create'),
    read: lifespanOf('group_access_tokens.read'),
    revoke: lifespanOf('group_access_tokens.revoke'),
    rotate: lifespanOf('group_access_tokens.rotate'),
  },
} as const

const routesOf = (source: MemberSource): ReadonlyArray<Route> => {
  const path = `/${source}s/:id/access_tokens`
  const lives = LIVES[source]
  const id = source === 'project' ? projectId : groupId
  const one = { id, token_id: required(integer(), 'The number of the token') }
  const refOf = (params: { readonly id: string; readonly token_id: number }) => ({
    source,
    ref: params.id,
    tokenId: params.token_id,
  })
  return [
    route({
      method: 'GET',
      path,
      area,
      summary: `List the access tokens of a ${source}`,
      caller: 'user',
      ...lives.list,
      params: { id, ...paging },
      success: { status: 200, schemaFor: arrayOf(resourceTokenShape) },
      handler: ({ forge, principal }, params) => {
        const page = pageRequest(params)
        const found = listAccessTokens(forge, { principal }, { source, ref: params.id, page })
        return E.isLeft(found) ? found : listed(found.right, page, (row) => present(row, forge))
      },
    }),
    route({
      method: 'POST',
      path,
      area,
      summary: `Make an access token of a ${source}; its secret is shown this once`,
      caller: 'user',
      ...lives.create,
      params: {
        id,
        name: required(string(), 'What the token is for', { refusesBlank: true }),
        scopes: required(listOf(oneOf(RESOURCE_TOKEN_SCOPES)), 'What the token may do'),
        access_level: withDefault(integer({ enum: [10, 20, 30, 40, 50] }), 40, 'The role of its bot user'),
        expires_at: optional(nullable(date()), 'The day from which it is dead'),
      },
      success: { status: 201, schemaFor: resourceTokenShape },
      handler: async (context, params) => {
        const made = await createAccessToken(context.forge, callerOf(context), {
          source,
          ref: params.id,
          name: params.name,
          scopes: params.scopes,
          level: params.access_level,
          expiresAt: params.expires_at ?? null,
        })
        return E.isLeft(made) ? made : E.right(newToken(made.right, present(made.right, context.forge)))
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:token_id`,
      area,
      summary: `Read an access token of a ${source}`,
      caller: 'user',
      ...lives.read,
      params: one,
      success: { status: 200, schemaFor: resourceTokenShape },
      handler: ({ forge, principal }, params) => {
        const found = getAccessToken(forge, { principal }, refOf(params))
        return E.isLeft(found) ? found : ok(present(found.right, forge))
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:token_id`,
      area,
      summary: `Revoke an access token of a ${source} and erase its bot user`,
      caller: 'user',
      ...lives.revoke,
      params: one,
      success: { status: 204 },
      handler: async (context, params) =>
        respondNoContent(await revokeAccessToken(context.forge, callerOf(context), refOf(params))),
    }),
    route({
      method: 'POST',
      path: `${path}/:token_id/rotate`,
      area,
      summary: `Put a new access token of a ${source} in the place of one; its secret is shown this once`,
      caller: 'user',
      ...lives.rotate,
      params: one,
      success: { status: 200, schemaFor: resourceTokenShape },
      handler: async (context, params) => {
        const made = await rotateAccessToken(context.forge, callerOf(context), refOf(params))
        return E.isLeft(made) ? made : ok({ ...present(made.right, context.forge), token: made.right.secret })
      },
    }),
  ]
}

/** Access tokens of projects and groups. */
export const accessTokenRoutes: ReadonlyArray<Route> = [...routesOf('project'), ...routesOf('group')]
