import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/instance-policy.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { fieldErrors, type Instant, invalid, notFound, refuse, tooLong } from '../../../../kernel/index.js'
import { type KeyUsage, type UserKeyKind, userKeyName, userKeyOf } from '../aggregate.js'
import { sealDetails } from '../details.js'
import { keyLifetimeFindings, keyRestrictionFindings } from '../instance-rules.js'
import type { UserKeyRow } from '../queries.js'
import { getUserKey, type UserKeyRef } from './find.js'

/** A new key. */
export interface NewUserKey {
  readonly kind: UserKeyKind
  /** Undefined: the caller's own. */
  readonly userId: number | undefined
  /** Undefined: the comment of an SSH key. */
  readonly title?: string | undefined
  readonly key: string
  readonly usage?: KeyUsage | undefined
  readonly expiresAt?: Instant | null | undefined
}

interface ReadKey {
  readonly read: { readonly fingerprint: string; readonly md5: string | null }
  /** What the settings of the instance say against it. */
  readonly findings: ReadonlyArray<string>
}

const readKey = (
  forge: Forge,
  kind: UserKeyKind,
  key: string,
  { expiresAt, now }: { readonly expiresAt: Instant | null; readonly now: Instant },
): ReadKey | undefined => {
  if (kind === 'gpg') {
    const pgp = forge.publicKeys.pgp(key)
    return pgp === undefined ? undefined : { read: { fingerprint: pgp.fingerprint, md5: null }, findings: [] }
  }
  const ssh = forge.publicKeys.ssh(key)
  if (ssh === undefined) return undefined
  const settings = forge.settings.current()
  const findings = [...keyRestrictionFindings(ssh, settings), ...keyLifetimeFindings(expiresAt, now, settings)]
  return { read: { fingerprint: ssh.sha256, md5: ssh.md5 }, findings }
}

const commentOf = (key: string): string => key.trim().split(/\s+/).slice(2).join(' ')

const titleErrors = (kind: UserKeyKind, title: string): ReadonlyArray<string> => {
  if (kind === 'gpg') return []
  return title.trim() === '' ? ["can't be blank"] : tooLong(title, 255)
}

/**
 * Adds a key to the caller's account or, for administrators, to any account.
 *
 * Rejections: `Unauthenticated`; `Forbidden`; `NotFound` (User); `Invalid` (title, key, expires_at, and fingerprint where the key exists).
 */
export const addUserKey: UseCase<NewUserKey, UserKeyRow> = async (forge, { principal, context }, input) => {
  const { kind } = input
  const allowed = input.userId === undefined ? E.right(principal) : administrator(principal)
  if (E.isLeft(allowed)) return allowed
  const userId = input.userId ?? (principal.kind === 'user' ? principal.userId : 0)
  if (forge.read.users.byId(userId) === undefined) return refuse(notFound('User'))
  const key = input.key.trim()
  const expiresAt = input.expiresAt ?? null
  const known = readKey(forge, kind, key, { expiresAt, now: context.at })
  const title = input.title ?? commentOf(key)
  const wrong = fieldErrors({
    title: titleErrors(kind, title),
    key: known === undefined ? ['is invalid'] : known.findings,
    expires_at: expiresAt !== null && expiresAt <= context.at ? ['must be in the future'] : [],
  })
  if (known === undefined || wrong !== undefined) return refuse(invalid(wrong ?? {}))
  const { read } = known
  const details = sealDetails(forge.personalData, userId, { title, key })
  const usage = kind === 'ssh' ? (input.usage ?? 'auth_and_signing') : null
  const names = [userKeyName(kind, read.fingerprint)]
  return forge.aggregates.create(userKeyOf(kind), `${kind}_key`, names, context, async (id, execute) => {
    const added = await execute({ type: 'Add', userId, details, ...read, usage, expiresAt }, context)
    if (E.isLeft(added)) return added
    return shownRow(forge.read.userKeys.byId(kind, id), 'key')
  })
}

/** Removes a key; the same revokes an OpenPGP key. Rejections: those of `getUserKey`; `Forbidden` for keys of others, except for administrators. */
export const removeUserKey: UseCase<UserKeyRef, void> = async (forge, { principal, context }, input) => {
  const allowed = input.userId === undefined ? E.right(principal) : administrator(principal)
  if (E.isLeft(allowed)) return allowed
  const found = getUserKey(forge, { principal }, input)
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(userKeyOf(input.kind), input.keyId, { type: 'Remove' }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
