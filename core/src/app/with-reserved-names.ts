import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../kernel/rejection.js'
import type { NameChange } from './name-change.js'

/** The work between the claims of names and the command, which the work says it begins; what nothing came of is given back. */
export const withReservedNames = async <S, A>(
  change: NameChange<S> | undefined,
  state: S,
  claim: (change: NameChange<S>) => Promise<E.Either<Rejection, void>>,
  work: (begins: () => void) => Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> => {
  let begun = false
  const claimed = change === undefined ? undefined : await claim(change)
  try {
    if (claimed !== undefined && E.isLeft(claimed)) return claimed
    return await work(() => {
      begun = true
    })
  } finally {
    // A command settles the names itself, and leaves them alone where its outcome is unknown.
    if (!begun) await change?.settle(state)
  }
}
