import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { user } from '../decider.js'
import { subjectOf } from '../profile.js'
import { knownUser } from './change.js'

/**
 * Erases a user: the account is gone, its names are free, and the key of its personal fields is destroyed; the history stays whole.
 *
 * Rejections: `NotFound` (User).
 */
export const eraseUser: UseCase<{ readonly userId: number }, void> = async (forge, { context }, input) => {
  const { userId } = input
  const known = await knownUser(forge, userId)
  if (E.isLeft(known)) return known
  const erased = await forge.aggregates.execute(user, userId, { type: 'Erase' }, context)
  if (E.isLeft(erased)) return erased
  forge.personalData.erase(subjectOf(userId))
  return E.right(undefined)
}
