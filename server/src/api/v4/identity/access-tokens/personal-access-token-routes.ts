import {
  type ListTokens,
  listTokens,
  readPresentedToken,
  readToken,
  revokePresentedToken,
  revokeToken,
  rotateToken,
  TOKEN_SCOPES,
} from '@forgefold/core/domains/identity/personal-access-token'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Decoded,
  datetime,
  filter,
  integer,
  listed,
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
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { answerNewToken, newTokenParams } from './new-access-token.js'
import { presentToken } from './presenter.js'
import { accessTokenShape } from './shape.js'

const AREA = 'Personal access tokens'

const filters = {
  user_id: optional(integer(), 'Only tokens of this user'),
  revoked: optional(boolean(), 'Only revoked tokens, or only others'),
  state: optional(oneOf(['active', 'inactive']), 'Active: neither revoked nor expired'),
  created_before: optional(datetime(), 'Made at or before this moment'),
  created_after: optional(datetime(), 'Made at or after this moment'),
  last_used_before: optional(datetime(), 'Last used at or before this moment'),
  last_used_after: optional(datetime(), 'Last used at or after this moment'),
  search: optional(filter(string()), 'A part of the name'),
  ...paging,
}

const filterOf = (params: Decoded<typeof filters>): ListTokens['filter'] => ({
  userId: params.user_id,
  revoked: params.revoked,
  state: params.state,
  createdAfter: params.created_after,
  createdBefore: params.created_before,
  lastUsedAfter: params.last_used_after,
  lastUsedBefore: params.last_used_before,
  search: params.search,
})

const list = route({
  method: 'GET',
  path: '/personal_access_tokens',
  area: AREA,
  summary: 'List personal access tokens: own ones, or all for administrators',
  caller: 'user',
  params: filters,
  success: { status: 200, schemaFor: arrayOf(accessTokenShape) },
  handler: (context, params) => {
    const page = pageRequest(params)
    const tokens = listTokens(context.forge, context, { filter: filterOf(params), page })
    return E.isLeft(tokens) ? tokens : listed(tokens.right, page, (token) => presentToken(token, context.forge))
  },
})

const readSelf = route({
  method: 'GET',
  path: '/personal_access_tokens/self',
  area: AREA,
  summary: 'Read the token that the request came with',
  caller: 'user',
  scopes: ['read_user'],
  ...lifespanOf('personal_access_tokens.read_self'),
  params: {},
  success: { status: 200, schemaFor: accessTokenShape },
  handler: (context) => {
    const token = readPresentedToken(context.forge, context)
    return E.isLeft(token) ? token : ok(presentToken(token.right, context.forge))
  },
})

const revokeSelf = route({
  method: 'DELETE',
  path: '/personal_access_tokens/self',
  area: AREA,
  summary: 'Revoke the token that the request came with',
  caller: 'user',
  scopes: TOKEN_SCOPES,
  ...lifespanOf('personal_access_tokens.revoke_self'),
  params: {},
  success: { status: 204 },
  handler: async (context) => respondNoContent(await revokePresentedToken(context.forge, callerOf(context))),
})

const read = route({
  method: 'GET',
  path: '/personal_access_tokens/:id',
  area: AREA,
  summary: 'Read a personal access token',
  caller: 'user',
  ...lifespanOf('personal_access_tokens.read_one'),
  params: { id: required(integer(), 'The token') },
  success: { status: 200, schemaFor: accessTokenShape },
  handler: (context, { id }) => {
    const token = readToken(context.forge, context, id)
    return E.isLeft(token) ? token : ok(presentToken(token.right, context.forge))
  },
})

const revoke = route({
  method: 'DELETE',
  path: '/personal_access_tokens/:id',
  area: AREA,
  summary: 'Revoke a personal access token for good',
  caller: 'user',
  params: { id: required(integer(), 'The token') },
  success: { status: 204 },
  handler: async (context, { id }) => respondNoContent(await revokeToken(context.forge, callerOf(context), id)),
})

const rotate = route({
  method: 'POST',
  path: '/personal_access_tokens/:id/rotate',
  area: AREA,
  summary: 'Put a new token in the place of one; its secret is shown this once',
  caller: 'user',
  ...lifespanOf('personal_access_tokens.rotate'),
  params: { id: required(integer(), 'The token') },
  success: { status: 200, schemaFor: accessTokenShape },
  handler: async (context, { id }) => {
    const made = await rotateToken(context.forge, callerOf(context), id)
    return E.isLeft(made) ? made : ok({ ...presentToken(made.right.token, context.forge), token: made.right.secret })
  },
})

const create = route({
  method: 'POST',
  path: '/users/:user_id/personal_access_tokens',
  area: AREA,
  summary: 'Make a personal access token for a user; its secret is shown this once',
  caller: 'admin',
  params: newTokenParams,
  success: { status: 201, schemaFor: accessTokenShape },
  handler: (context, params) => answerNewToken(context, params, false, (token) => presentToken(token, context.forge)),
})

/** Personal access tokens. */
export const personalAccessTokenRoutes: ReadonlyArray<Route> = [
  list,
  readSelf,
  revokeSelf,
  read,
  revoke,
  rotate,
  create,
]
