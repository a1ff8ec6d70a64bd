import { isAdmin, type Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  mayHandle,
  revokeToken,
  TOKEN_SCOPES,
  type TokenFilter,
  type TokenRow,
} from '@forgefold/core/domains/identity/personal-access-token'
import { dayOf, notFound, type Rejection, unauthenticated } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  type Decoded,
  datetime,
  integer,
  listed,
  ok,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
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
  search: optional(string(), 'A part of the name'),
  ...paging,
}

const filterOf = (forge: Forge, params: Decoded<typeof filters>, userId: number | undefined): TokenFilter => ({
  userId,
  impersonation: false,
  revoked: params.revoked,
  state: params.state,
  createdAfter: params.created_after,
  createdBefore: params.created_before,
  lastUsedAfter: params.last_used_after,
  lastUsedBefore: params.last_used_before,
  search: params.search,
  today: dayOf(forge.clock.now()),
})

const list = route({
  method: 'GET',
  path: '/personal_access_tokens',
  area: AREA,
  summary: 'List personal access tokens: own ones, or all for administrators',
  door: 'user',
  params: filters,
  success: { status: 200, schemaFor: arrayOf(accessTokenShape) },
  handler: ({ forge, principal }, params) => {
    if (principal.kind !== 'user') return reject(unauthenticated)
    const foreign = params.user_id !== undefined && params.user_id !== principal.userId
    if (foreign && !principal.admin) return reject(unauthenticated)
    const userId = principal.admin ? params.user_id : principal.userId
    const request = pageRequest(params)
    const page = forge.read.personalAccessTokens.list(filterOf(forge, params, userId), request)
    return listed(page, request, (token) => presentToken(token, forge))
  },
})

/** A token that the caller may handle; others do not learn whether it exists. Rejections: `Unauthenticated`, `NotFound`. */
const handled = (forge: Forge, principal: Principal, id: number): E.Either<Rejection, TokenRow> => {
  if (principal.kind !== 'user') return E.left(unauthenticated)
  const token = forge.read.personalAccessTokens.byId(id)
  if (token !== undefined && mayHandle(principal, token.userId)) return E.right(token)
  return E.left(isAdmin(principal) ? notFound() : unauthenticated)
}

/** The token that the request itself came with. Rejections: `Unauthenticated` where it came with none. */
const own = ({ forge, principal }: Context): E.Either<Rejection, TokenRow> => {
  const isToken = principal.kind === 'user' && principal.credential.kind === 'personal_access_token'
  const token = isToken ? forge.read.personalAccessTokens.byId(Number(principal.credential.id)) : undefined
  if (token === undefined) return E.left(unauthenticated)
  // Asking is a use, and the first one may not be noted yet.
  return E.right({ ...token, lastUsedAt: token.lastUsedAt ?? forge.clock.now() })
}

const readSelf = route({
  method: 'GET',
  path: '/personal_access_tokens/self',
  area: AREA,
  summary: 'Read the token that the request came with',
  door: 'user',
  scopes: ['read_user'],
  ...lifespanOf('personal_access_tokens.read_self'),
  params: {},
  success: { status: 200, schemaFor: accessTokenShape },
  handler: (context) => E.chain((token: TokenRow) => ok(presentToken(token, context.forge)))(own(context)),
})

const revokeSelf = route({
  method: 'DELETE',
  path: '/personal_access_tokens/self',
  area: AREA,
  summary: 'Revoke the token that the request came with',
  door: 'user',
  scopes: TOKEN_SCOPES,
  ...lifespanOf('personal_access_tokens.revoke_self'),
  params: {},
  success: { status: 204 },
  handler: async (context) => {
    const token = own(context)
    if (E.isLeft(token)) return token
    return respondNoContent(await revokeToken(context.forge, { tokenId: token.right.id, context: context.command() }))
  },
})

const read = route({
  method: 'GET',
  path: '/personal_access_tokens/:id',
  area: AREA,
  summary: 'Read a personal access token',
  door: 'user',
  ...lifespanOf('personal_access_tokens.read_one'),
  params: { id: required(integer(), 'The token') },
  success: { status: 200, schemaFor: accessTokenShape },
  handler: ({ forge, principal }, { id }) =>
    E.chain((token: TokenRow) => ok(presentToken(token, forge)))(handled(forge, principal, id)),
})

const revoke = route({
  method: 'DELETE',
  path: '/personal_access_tokens/:id',
  area: AREA,
  summary: 'Revoke a personal access token for good',
  door: 'user',
  params: { id: required(integer(), 'The token') },
  success: { status: 204 },
  handler: async ({ forge, principal, command }, { id }) => {
    const token = handled(forge, principal, id)
    if (E.isLeft(token)) return token
    return respondNoContent(await revokeToken(forge, { tokenId: id, context: command() }))
  },
})

const create = route({
  method: 'POST',
  path: '/users/:user_id/personal_access_tokens',
  area: AREA,
  summary: 'Make a personal access token for a user; its secret is shown this once',
  door: 'admin',
  params: newTokenParams,
  success: { status: 201, schemaFor: accessTokenShape },
  handler: (context, params) => answerNewToken(context, params, false, (token) => presentToken(token, context.forge)),
})

/** Personal access tokens. */
export const personalAccessTokenRoutes: ReadonlyArray<Route> = [list, readSelf, revokeSelf, read, revoke, create]
