import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { conflict, type Rejection, refuse, streamOf } from '../../../../kernel/index.js'
import { emailAddress, pathUnder } from '../../../naming/reserved-names.js'
import { bearing } from '../../../projects/namespace/bearing.js'
import { user } from '../decider.js'

/** The two names of a user that nobody else may bear. */
export interface UserNames {
  readonly username: string
  readonly email: string
}

const taken = (what: string, rejection: Rejection): Rejection =>
  rejection.kind === 'Conflict' ? conflict(`${what} has already been taken`) : rejection

/**
 * Reserves those of the wanted names that the user does not bear yet; all or none.
 *
 * Rejections: `Conflict` (`Email has already been taken`, looked at first, or `Username has already been taken`).
 */
export const takeNames = async (
  forge: Forge,
  context: CommandContext,
  userId: number,
  wanted: UserNames,
  borne: UserNames | undefined,
): Promise<E.Either<Rejection, void>> => {
  const holder = streamOf(user, userId)
  const email = emailAddress(wanted.email)
  const newEmail = borne === undefined || emailAddress(borne.email).name !== email.name
  if (newEmail) {
    const taking = await forge.reservations.take(email, holder, context, bearing(forge))
    if (E.isLeft(taking)) return refuse(taken('Email', taking.left))
  }
  const path = pathUnder(null, wanted.username)
  if (borne !== undefined && pathUnder(null, borne.username).name === path.name) return E.right(undefined)
  const taking = await forge.reservations.take(path, holder, context, bearing(forge))
  if (E.isRight(taking)) return taking
  if (newEmail) await forge.reservations.release(email, holder, context)
  return refuse(taken('Username', taking.left))
}

/** Gives back the names that the user bore and does not bear any more; doing it twice does no harm. */
export const releaseNames = async (
  forge: Forge,
  context: CommandContext,
  userId: number,
  borne: UserNames,
  kept: UserNames | undefined,
): Promise<E.Either<Rejection, void>> => {
  const holder = streamOf(user, userId)
  const email = emailAddress(borne.email)
  if (kept === undefined || emailAddress(kept.email).name !== email.name) {
    const released = await forge.reservations.release(email, holder, context)
    if (E.isLeft(released)) return released
  }
  const path = pathUnder(null, borne.username)
  if (kept !== undefined && pathUnder(null, kept.username).name === path.name) return E.right(undefined)
  return forge.reservations.release(path, holder, context)
}
