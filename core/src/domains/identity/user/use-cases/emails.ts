import * as E from 'fp-ts/lib/Either.js'
import { administrator, signedIn } from '../../../../access/instance-policy.js'
import type { Principal } from '../../../../access/principal.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { fieldErrors, invalid, notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import { emailErrors, type Profile, type SecondaryEmail } from '../profile.js'
import type { UserRow } from '../queries.js'
import { changeProfile } from '../steps/change-profile.js'
import { secondaryEmailName } from '../unique-names.js'

/** Whose addresses; undefined for the caller's own. */
export interface EmailsOf {
  readonly userId: number | undefined
}

/** Rejections: `Unauthenticated`; `Forbidden` for those of others, except for administrators; `NotFound` (User). */
const holder = (forge: Forge, principal: Principal, { userId }: EmailsOf): E.Either<Rejection, UserRow> => {
  const allowed = userId === undefined ? signedIn(principal) : administrator(principal)
  if (E.isLeft(allowed)) return allowed
  const row = forge.read.users.byId(userId ?? allowed.right.userId)
  return E.fromNullable(notFound('User'))(row)
}

/** Secondary addresses of a user. Rejections: `Unauthenticated`; `Forbidden`; `NotFound` (User). */
export const listEmails: Query<EmailsOf, ReadonlyArray<SecondaryEmail>> = (forge, { principal }, input) => {
  const found = holder(forge, principal, input)
  return E.isLeft(found) ? found : E.right(found.right.emails)
}

/** An address as the API names it. */
export interface EmailRef extends EmailsOf {
  readonly emailId: number
}

/** One of those addresses. Rejections: those of `listEmails`; `NotFound` (Email). */
export const getEmail: Query<EmailRef, SecondaryEmail> = (forge, { principal }, input) => {
  const found = holder(forge, principal, input)
  if (E.isLeft(found)) return found
  const one = found.right.emails.find(({ id }) => id === input.emailId)
  return E.fromNullable(notFound('Email'))(one)
}

/** A new secondary address. */
export interface NewEmail extends EmailsOf {
  readonly email: string
  readonly confirmed: boolean
}

/** Adds an address. Rejections: those of `listEmails`; `Invalid` (email), also where it is taken. */
export const addEmail: UseCase<NewEmail, SecondaryEmail> = async (forge, caller, input) => {
  const found = holder(forge, caller.principal, input)
  if (E.isLeft(found)) return found
  const { id: userId, email: primary, emails } = found.right
  const email = input.email.trim()
  const own = [primary, ...emails.map((one) => one.email)].map((one) => one.toLowerCase())
  const wrong = fieldErrors({
    email: own.includes(email.toLowerCase()) ? ['has already been taken'] : emailErrors(email),
  })
  if (wrong !== undefined) return refuse(invalid(wrong))
  const { context } = caller
  const number = prefetchNumber(forge, 'email')
  return forge.aggregates.reserve(user, userId, [secondaryEmailName(email)], context, async (execute) => {
    const id = await number
    if (E.isLeft(id)) return id
    const added = { id: id.right, email, confirmedAt: input.confirmed ? context.at : null }
    const add = async (before: Profile) => E.right({ ...before, emails: [...before.emails, added] })
    const done = await changeProfile(forge, context, userId, add, execute)
    return E.isLeft(done) ? done : E.right(added)
  })
}

/** Removes an address. Rejections: those of `getEmail`. */
export const removeEmail: UseCase<EmailRef, void> = async (forge, caller, input) => {
  const found = holder(forge, caller.principal, input)
  if (E.isLeft(found)) return found
  const done = await changeProfile(forge, caller.context, found.right.id, async (before) => {
    const left = before.emails.filter(({ id }) => id !== input.emailId)
    return left.length === before.emails.length ? refuse(notFound('Email')) : E.right({ ...before, emails: left })
  })
  return E.isLeft(done) ? done : E.right(undefined)
}
