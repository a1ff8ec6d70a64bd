import * as E from 'fp-ts/lib/Either.js'
import { administrator, signedIn } from '../../../../access/instance-policy.js'
import { isAdmin } from '../../../../access/principal.js'
import type { Lookup, Query } from '../../../../app/forge.js'
import { dayOf, notFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { mayManageToken } from '../policy.js'
import type { TokenFilter, TokenRow } from '../queries.js'

/** Which personal access tokens are asked for, and which page of them. */
export interface ListTokens {
  readonly filter: Omit<TokenFilter, 'impersonation' | 'today'>
  readonly page: PageRequest
}

/** Personal access tokens: the caller's own, or those of all users for administrators. Rejections: `Unauthenticated`, also for those of others. */
export const listTokens: Query<ListTokens, Page<TokenRow>> = (forge, { principal }, { filter, page }) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const foreign = filter.userId !== undefined && filter.userId !== principal.userId
  if (foreign && !principal.admin) return refuse(unauthenticated)
  const userId = principal.admin ? filter.userId : principal.userId
  const today = dayOf(forge.clock.now())
  return E.right(forge.read.personalAccessTokens.list({ ...filter, userId, impersonation: false, today }, page))
}

/** A token that the caller may manage; others do not learn whether it exists. Rejections: `Unauthenticated`, `NotFound`. */
export const readToken: Query<number, TokenRow> = (forge, { principal }, tokenId) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const token = forge.read.personalAccessTokens.byId(tokenId)
  if (token !== undefined && mayManageToken(principal, token.userId)) return E.right(token)
  return refuse(isAdmin(principal) ? notFound() : unauthenticated)
}

/** The token that the caller presented. Rejections: `Unauthenticated` where it was another credential. */
export const readPresentedToken: Query<void, TokenRow> = (forge, { principal }) => {
  const isToken = principal.kind === 'user' && principal.credential.kind === 'personal_access_token'
  const token = isToken ? forge.read.personalAccessTokens.byId(Number(principal.credential.id)) : undefined
  if (token === undefined) return refuse(unauthenticated)
  // This request is a use, and the first one may not be recorded yet.
  return E.right({ ...token, lastUsedAt: token.lastUsedAt ?? forge.clock.now() })
}

/** The caller's own active tokens, up to a limit. Rejections: `Unauthenticated`. */
export const listOwnActiveTokens: Query<number, ReadonlyArray<TokenRow>> = (forge, { principal }, most) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const filter = { userId: known.right.userId, impersonation: false, state: 'active' } as const
  const today = dayOf(forge.clock.now())
  return E.right(forge.read.personalAccessTokens.list({ ...filter, today }, { page: 1, perPage: most }).rows)
}

/** Whose impersonation tokens are asked for, and which of them. */
export interface ListImpersonationTokens extends Pick<TokenFilter, 'state'> {
  readonly userId: number
  readonly page: PageRequest
}

/** The impersonation tokens of a user, for administrators. Rejections: `Unauthenticated`, `Forbidden`, `NotFound` (User). */
export const listImpersonationTokens: Query<ListImpersonationTokens, Page<TokenRow>> = (
  forge,
  { principal },
  { userId, state, page },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  if (forge.read.users.byId(userId) === undefined) return refuse(notFound('User'))
  const filter = { userId, impersonation: true, state, today: dayOf(forge.clock.now()) }
  return E.right(forge.read.personalAccessTokens.list(filter, page))
}

/** An impersonation token by its user and number. */
export interface ImpersonationTokenRef {
  readonly userId: number
  readonly tokenId: number
}

/** An impersonation token, for administrators. Rejections: `Unauthenticated`, `Forbidden`, `NotFound` (User, Impersonation Token). */
export const readImpersonationToken: Query<ImpersonationTokenRef, TokenRow> = (
  forge,
  { principal },
  { userId, tokenId },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  if (forge.read.users.byId(userId) === undefined) return refuse(notFound('User'))
  const token = forge.read.personalAccessTokens.byId(tokenId)
  const fits = token?.userId === userId && token.impersonation
  return fits ? E.right(token) : refuse(notFound('Impersonation Token'))
}

/** A token by the SHA-256 of its secret, hexadecimal. */
export const tokenByDigest: Lookup<string, TokenRow | undefined> = (forge, digest) =>
  forge.read.personalAccessTokens.byDigest(digest)
