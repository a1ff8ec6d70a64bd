import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../kernel/rejection.js'
import type { NameChange } from './name-change.js'

/** Runs the work between the claim of names and the command, which the work announces; releases the names where no command follows. */
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
    // A command settles the names itself, and keeps them where its outcome is unknown.
    if (!begun) await change?.settle(state)
  }
}
