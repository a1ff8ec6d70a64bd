import * as E from 'fp-ts/lib/Either.js'
import { conflict, type Rejection, unavailable } from '../kernel/rejection.js'
import { readModelCaughtUp } from '../ports/event-look-up.js'
import type { Forge } from './forge.js'
import { retriedWithoutPause } from './retry.js'

/** How often the look-up is repeated where creating found the name taken. */
const ATTEMPTS = 3

/**
 * Finds something by its name, or creates it. Where another request is creating it, this waits for the read model, which then shows it. Where
 * the holder of the name does not exist even then, its server has died, and the name stays taken for the grace period.
 * Rejections: those of `make`, with its `Conflict` where the name stays taken by a missing holder; `Unavailable`.
 */
export const findOrCreate = async <A>(
  forge: Pick<Forge, 'events' | 'read'>,
  find: () => A | undefined,
  make: () => Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> => {
  let taken: E.Either<Rejection, A> = E.left(conflict())
  const done = await retriedWithoutPause(ATTEMPTS, async (): Promise<E.Either<Rejection, A> | undefined> => {
    const known = find()
    if (known !== undefined) return E.right(known)
    const made = await make()
    if (E.isRight(made) || made.left.kind !== 'Conflict') return made
    taken = made
    return (await readModelCaughtUp(forge)) ? undefined : E.left(unavailable('the read model does not show the thing'))
  })
  if (done !== undefined) return done
  const last = find()
  return last === undefined ? taken : E.right(last)
}
