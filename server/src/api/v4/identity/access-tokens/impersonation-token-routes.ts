import {
  listImpersonationTokens,
  readImpersonationToken,
  revokeImpersonationToken,
} from '@forgefold/core/domains/identity/personal-access-token'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Decoded,
  integer,
  listed,
  ok,
  oneOf,
  pageRequest,
  paging,
  type Route,
  required,
  respondNoContent,
  route,
  withDefault,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { answerNewToken, newTokenParams } from './new-access-token.js'
import { presentImpersonationToken } from './presenter.js'
import { accessTokenShape } from './shape.js'

const AREA = 'Impersonation tokens'

const ofUser = { user_id: required(integer(), 'The user') }
const one = { ...ofUser, impersonation_token_id: required(integer(), 'The token') }

const refOf = (params: Decoded<typeof one>) => ({ userId: params.user_id, tokenId: params.impersonation_token_id })

const list = route({
  method: 'GET',
  path: '/users/:user_id/impersonation_tokens',
  area: AREA,
  summary: 'List the impersonation tokens of a user',
  caller: 'admin',
  params: { ...ofUser, state: withDefault(oneOf(['all', 'active', 'inactive']), 'all', 'Which of them'), ...paging },
  success: { status: 200, schemaFor: arrayOf(accessTokenShape) },
  handler: (context, params) => {
    const page = pageRequest(params)
    const state = params.state === 'all' ? undefined : params.state
    const tokens = listImpersonationTokens(context.forge, context, { userId: params.user_id, state, page })
    if (E.isLeft(tokens)) return tokens
    return listed(tokens.right, page, (token) => presentImpersonationToken(token, context.forge))
  },
})

const read = route({
  method: 'GET',
  path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
  area: AREA,
  summary: 'Read an impersonation token',
  caller: 'admin',
  params: one,
  success: { status: 200, schemaFor: accessTokenShape },
  handler: (context, params) => {
    const token = readImpersonationToken(context.forge, context, refOf(params))
    return E.isLeft(token) ? token : ok(presentImpersonationToken(token.right, context.forge))
  },
})

const create = route({
  method: 'POST',
  path: '/users/:user_id/impersonation_tokens',
  area: AREA,
  summary: 'Make a token to act as a user; its secret is shown this once',
  caller: 'admin',
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
  caller: 'admin',
  params: one,
  success: { status: 204 },
  handler: async (context, params) =>
    respondNoContent(await revokeImpersonationToken(context.forge, callerOf(context), refOf(params))),
})

/** Impersonation tokens, for administrators. */
export const impersonationTokenRoutes: ReadonlyArray<Route> = [list, read, create, revoke]
