import * as E from 'fp-ts/lib/Either.js'
import { conflict, type Rejection, unavailable } from '../kernel/rejection.js'
import { readModelCaughtUp } from '../ports/event-look-up.js'
import type { Forge } from './forge.js'
import { retriedWithoutPause } from './retry.js'

/** So often at most a thing is looked for anew because its name was taken when it was to be made. */
const ATTEMPTS = 3

/**
 * The thing of a name, made where it is missing. Where another is making it, the read model is waited for, which then shows it; a name whose
 * holder is not there even then is that of one whose server died, and stays taken for the grace period.
 * Rejections: those of `make`, its `Conflict` where the name stays taken by what is not there; `Unavailable`.
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
