import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Forge, UseCase } from '../../../../app/forge.js'
import { type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import { accountRefusal } from '../policy.js'
import type { UserRow } from '../queries.js'
import type { LiveUser, TwoFactor } from '../state.js'

/** A user name or an e-mail address, and a password. */
export interface PasswordCredentials {
  readonly login: string
  readonly password: string
}

/** The user who signed in by password. */
export interface PasswordSignIn {
  readonly user: UserRow
  /** Given where a second factor is required. */
  readonly twoFactor: TwoFactor | undefined
  /** Distinguishes this password from later ones; not secret. */
  readonly passwordMark: string
}

const markOf = (forge: Forge, passwordHash: string): string => forge.secrets.keyedDigest(`password\0${passwordHash}`)

/** Whether the user's password is still the one with this mark, and the user may sign in. */
export const isPasswordUnchanged: AsyncQuery<
  { readonly userId: number; readonly passwordMark: string },
  boolean
> = async (forge, _, { userId, passwordMark }) => {
  const loaded = await forge.aggregates.load(user, userId)
  if (E.isLeft(loaded)) return loaded
  const { state } = loaded.right
  if (state.kind !== 'live' || state.passwordHash === null) return E.right(false)
  const status = state.status === 'deactivated' ? 'active' : state.status
  const isIn = accountRefusal({ status, confirmed: state.confirmedAt !== null }) === undefined
  return E.right(isIn && markOf(forge, state.passwordHash) === passwordMark)
}

/** The account whose password was given. */
interface Account {
  readonly row: UserRow
  readonly state: LiveUser
  readonly hash: string
}

/** Rejections: `Unauthenticated` (unknown user or wrong password). */
const accountOf = async (forge: Forge, input: PasswordCredentials): Promise<E.Either<Rejection, Account>> => {
  const login = input.login.trim()
  const row = login.includes('@')
    ? forge.read.users.byEmail(login)
    : (forge.read.users.byUsername(login) ?? forge.read.users.byEmail(login))
  const loaded = row === undefined ? undefined : await forge.aggregates.load(user, row.id)
  if (loaded !== undefined && E.isLeft(loaded)) return loaded
  const state = loaded?.right.state
  const hash = state?.kind === 'live' ? state.passwordHash : null
  // Hashes a dummy where there is nothing to compare, so that an unknown name takes as long as a wrong password.
  const matches =
    hash === null ? !(await forge.passwords.hash(input.password)) : await forge.passwords.verify(input.password, hash)
  if (row === undefined || state?.kind !== 'live' || hash === null || !matches) return refuse(unauthenticated)
  return E.right({ row, state, hash })
}

/** Rejections: `Forbidden` with the reason where the account may not be used. */
const admitted = (forge: Forge, { row, state, hash }: Account): E.Either<Rejection, PasswordSignIn> => {
  const status = state.status === 'deactivated' ? 'active' : state.status
  const refusal = accountRefusal({ status, confirmed: state.confirmedAt !== null })
  return refusal === undefined
    ? E.right({ user: row, twoFactor: state.twoFactor, passwordMark: markOf(forge, hash) })
    : refuse(refusal)
}

/**
 * Checks a password by user name or email address; deactivated users may sign in.
 *
 * Rejections: `Unauthenticated` (unknown user or wrong password); `Forbidden` with the reason where the account may not be used.
 */
export const checkPassword: AsyncQuery<PasswordCredentials, PasswordSignIn> = async (forge, _, input) => {
  const found = await accountOf(forge, input)
  return E.isLeft(found) ? found : admitted(forge, found.right)
}

/** Also while an administrator has not approved it yet. */
const isBlocked = ({ status }: LiveUser): boolean => status !== 'active' && status !== 'deactivated'

/** Checks a password to sign in with; the right one of a blocked account is recorded. Rejections: as `checkPassword`. */
export const checkSignIn: UseCase<PasswordCredentials, PasswordSignIn> = async (forge, { context }, input) => {
  const found = await accountOf(forge, input)
  if (E.isLeft(found)) return found
  const { row, state } = found.right
  const checked = admitted(forge, found.right)
  if (E.isRight(checked) || !isBlocked(state)) return checked
  const noted = await forge.aggregates.execute(user, row.id, { type: 'SignIn', at: context.at }, context)
  return E.isLeft(noted) ? noted : checked
}

/** Records a sign-in; a deactivated user becomes active. Rejections: `NotFound` (User). */
export const recordSignIn: UseCase<number, void> = async (forge, { context }, userId) => {
  const done = await forge.aggregates.execute(user, userId, { type: 'SignIn', at: context.at }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
