import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/instance-policy.js'
import { isAdmin, type Principal, type SignedIn } from '../../../../access/principal.js'
import type { Forge, Lookup, Query } from '../../../../app/forge.js'
import { forbidden, type Instant, notFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { hidesProfiles, isAuditor } from '../instance-rules.js'
import type { UserCard, UserFilter, UserRow } from '../queries.js'

/** The caller's own account. Rejections: `Unauthenticated`. */
export const readOwnAccount: Query<void, UserRow> = (forge, { principal }) => {
  const row = principal.kind === 'user' ? forge.read.users.byId(principal.userId) : undefined
  return E.fromNullable(unauthenticated)(row)
}

/** Whether users are hidden from this caller: from anonymous ones where public visibility is restricted. */
const seesNoUsers = (forge: Forge, { kind }: Principal): boolean =>
  kind !== 'user' && hidesProfiles(forge.settings.current())

/** A user by number. Rejections: `NotFound` (User). */
export const readUser: Query<number, UserRow> = (forge, { principal }, userId) => {
  const row = seesNoUsers(forge, principal) ? undefined : forge.read.users.byId(userId)
  return E.fromNullable(notFound('User'))(row)
}

/** Which users are asked for, and which page of them. */
export interface ListUsers {
  readonly filter: Omit<UserFilter, 'searchesPrivateEmail'>
  readonly page: PageRequest
}

const notListed = forbidden('Not authorized to access /api/v4/users')

/** Removes filters and orders that only administrators may use. */
const filterFor = (admin: boolean, filter: ListUsers['filter']): UserFilter =>
  admin
    ? { ...filter, searchesPrivateEmail: true }
    : {
        ...filter,
        searchesPrivateEmail: false,
        customAttributes: undefined,
        createdAfter: undefined,
        createdBefore: undefined,
        admins: false,
        twoFactor: undefined,
        orderBy: 'id',
        sort: 'desc',
      }

/** Users; anonymous callers can only look one up by user name. Rejections: `Forbidden`. */
export const listUsers: Query<ListUsers, Page<UserRow>> = (forge, { principal }, { filter, page }) => {
  const admin = isAdmin(principal)
  const unnamed = principal.kind !== 'user' && filter.username === undefined
  if (
    unnamed ||
    seesNoUsers(forge, principal) ||
    (!admin && (filter.external === true || filter.identity !== undefined))
  )
    return refuse(notListed)
  return E.right(forge.read.users.list(filterFor(admin, filter), page))
}

/** When the first user was created, and the number of active users. Rejections: `Unauthenticated`; `Forbidden` except for administrators. */
export const readLicense: Query<undefined, { readonly since: Instant; readonly activeUsers: number }> = (
  forge,
  { principal },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const few = { page: 1, perPage: 1 }
  const [first] = forge.read.users.list({ orderBy: 'created_at', sort: 'asc' }, few).rows
  if (first === undefined) return refuse(notFound())
  const activeUsers = forge.read.users.list({ active: true, orderBy: 'id', sort: 'asc' }, few).total ?? 0
  return E.right({ since: first.createdAt, activeUsers })
}

/** The user with this public email address, if any. Rejections: `Forbidden` for anonymous callers where public visibility is restricted. */
export const userOfPublicEmail: Query<string, UserCard | undefined> = (forge, { principal }, email) =>
  seesNoUsers(forge, principal) ? refuse(forbidden()) : E.right(forge.read.users.byPublicEmail(email))

/** A user by number. */
export const userById: Lookup<number, UserRow | undefined> = (forge, userId) => forge.read.users.byId(userId)

/** A user by name; case-insensitive. */
export const userByName: Lookup<string, UserRow | undefined> = (forge, username) =>
  forge.read.users.byUsername(username)

/** The card of a user; an erased one is shown as a ghost. */
export const userCard: Lookup<number, UserCard> = (forge, userId) => forge.read.users.card(userId)

/** Another user as a principal for policies; undefined where there is no such user, or not an active one. */
export const principalOfUser: Lookup<number, SignedIn | undefined> = (forge, userId) => {
  const row = forge.read.users.byId(userId)
  if (row === undefined || row.state !== 'active') return undefined
  const { admin, external } = row
  const auditor = isAuditor(row, forge.instance.tier)
  return { kind: 'user', userId, admin, auditor, external, credential: { kind: 'session', id: 'none', scopes: [] } }
}
