import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/instance-policy.js'
import type { Principal } from '../../../../access/principal.js'
import type { Forge, Lookup, Query } from '../../../../app/forge.js'
import { notFound, type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { UserKeyKind } from '../aggregate.js'
import type { UserKeyRow } from '../queries.js'

/** The user, and the kind of keys. */
export interface ListUserKeys {
  readonly kind: UserKeyKind
  /** A number or a name; undefined: the caller. */
  readonly userId: number | string | undefined
  readonly page: PageRequest
}

const keyOwner = (
  forge: Forge,
  principal: Principal,
  ref: number | string | undefined,
): E.Either<Rejection, number> => {
  if (ref === undefined) return principal.kind === 'user' ? E.right(principal.userId) : refuse(unauthenticated)
  const { users } = forge.read
  const known = typeof ref === 'number' || /^\d+$/.test(ref) ? users.byId(Number(ref)) : users.byUsername(ref)
  return known === undefined ? refuse(notFound('User')) : E.right(known.id)
}

/** Keys of a user, which are public. Rejections: `Unauthenticated` for an anonymous caller's own; `NotFound` (User). */
export const listUserKeys: Query<ListUserKeys, Page<UserKeyRow>> = (forge, { principal }, { kind, userId, page }) => {
  const found = keyOwner(forge, principal, userId)
  return E.isLeft(found) ? found : E.right(forge.read.userKeys.ofUser(kind, found.right, page))
}

/** A key of a user as the API names it. */
export interface UserKeyRef {
  readonly kind: UserKeyKind
  /** Undefined: the caller. */
  readonly userId: number | undefined
  readonly keyId: number
}

const WORDS: Readonly<Record<UserKeyKind, string>> = { ssh: 'Key', gpg: 'GPG Key' }

/** A key of a user. Rejections: `Unauthenticated` for an anonymous caller's own; `NotFound` (User, Key, GPG Key). */
export const getUserKey: Query<UserKeyRef, UserKeyRow> = (forge, { principal }, { kind, userId, keyId }) => {
  const found = keyOwner(forge, principal, userId)
  if (E.isLeft(found)) return found
  const row = forge.read.userKeys.byId(kind, keyId)
  return row?.userId === found.right ? E.right(row) : refuse(notFound(WORDS[kind]))
}

/** An SSH key of any user, for administrators. Rejections: `Unauthenticated`; `Forbidden`; `NotFound`. */
export const getAnyKey: Query<number, UserKeyRow> = (forge, { principal }, id) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  return E.fromNullable(notFound())(forge.read.userKeys.byId('ssh', id))
}

/** The SSH key of a user with this fingerprint, SHA-256 or MD5. */
export const keyByFingerprint: Lookup<string, UserKeyRow | undefined> = (forge, fingerprint) =>
  forge.read.userKeys.byFingerprint(fingerprint)
