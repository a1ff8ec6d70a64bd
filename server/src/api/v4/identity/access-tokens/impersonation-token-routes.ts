import type { Forge } from '@forgefold/core/app'
import { revokeToken, type TokenRow } from '@forgefold/core/domains/identity/personal-access-token'
import { dayOf, notFound, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  listed,
  ok,
  oneOf,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respondNoContent,
  route,
  withDefault,
} from '../../../../http/index.js'
import { arrayOf } from '../../shape.js'
import { answerNewToken, newTokenParams } from './new-access-token.js'
import { presentImpersonationToken } from './presenter.js'
import { accessTokenShape } from './shape.js'

const AREA = 'Impersonation tokens'

const ofUser = { user_id: required(integer(), 'The user') }
const one = { ...ofUser, impersonation_token_id: required(integer(), 'The token') }

const find = (forge: Forge, userId: number, id: number): E.Either<Rejection, TokenRow> => {
  if (forge.read.users.byId(userId) === undefined) return E.left(notFound('User'))
  const token = forge.read.personalAccessTokens.byId(id)
  const fits = token?.userId === userId && token.impersonation
  return fits ? E.right(token) : E.left(notFound('Impersonation Token'))
}

const list = route({
  method: 'GET',
  path: '/users/:user_id/impersonation_tokens',
  area: AREA,
  summary: 'List the impersonation tokens of a user',
  door: 'admin',
  params: { ...ofUser, state: withDefault(oneOf(['all', 'active', 'inactive']), 'all', 'Which of them'), ...paging },
  success: { status: 200, schemaFor: arrayOf(accessTokenShape) },
  handler: ({ forge }, params) => {
    if (forge.read.users.byId(params.user_id) === undefined) return reject(notFound('User'))
    const now = forge.clock.now()
    const state = params.state === 'all' ? undefined : params.state
    const request = pageRequest(params)
    const page = forge.read.personalAccessTokens.list(
      { userId: params.user_id, impersonation: true, state, today: dayOf(now) },
      request,
    )
    return listed(page, request, (token) => presentImpersonationToken(token, forge))
  },
})

const read = route({
  method: 'GET',
  path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
  area: AREA,
  summary: 'Read an impersonation token',
  door: 'admin',
  params: one,
  success: { status: 200, schemaFor: accessTokenShape },
  handler: ({ forge }, params) => {
    const token = find(forge, params.user_id, params.impersonation_token_id)
    return E.isLeft(token) ? token : ok(presentImpersonationToken(token.right, forge))
  },
})

const create = route({
  method: 'POST',
  path: '/users/:user_id/impersonation_tokens',
  area: AREA,
  summary: 'Make a token to act as a user; its secret is shown this once',
  door: 'admin',
  params: newTokenParams,
  success: { status: 201, schemaFor: accessTokenShape },
  handler: (context, params) =>
    answerNewToken(context, params, true, (token) => presentImpersonationToken(token, context.forge)),
})

const revoke = route({
  method: 'DELETE',
  path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
  area: AREA,
  summary: 'Revoke an impersonation token for good',
  door: 'admin',
  params: one,
  success: { status: 204 },
  handler: async ({ forge, command }, params) => {
    const token = find(forge, params.user_id, params.impersonation_token_id)
    if (E.isLeft(token)) return token
    return respondNoContent(await revokeToken(forge, { tokenId: token.right.id, context: command() }))
  },
})

/** Tokens by which administrators act as somebody else. */
export const impersonationTokenRoutes: ReadonlyArray<Route> = [list, read, create, revoke]
