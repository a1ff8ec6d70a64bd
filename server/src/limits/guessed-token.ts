import type { Forge } from '@forgefold/core/app'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { tooManyGuesses } from './guess-limiter.js'

/** The caller and the address of a request. */
export interface TokenOrigin {
  readonly forge: Pick<Forge, 'guessLimiter'>
  readonly request: { readonly remoteAddress: string }
}

/** The rejections of an invalid token; they cannot be told apart from refusals of another kind. */
const WRONG: ReadonlySet<Rejection['kind']> = new Set(['Forbidden', 'NotFound', 'Unauthenticated'])

/**
 * Asks with a token that says nothing of who calls: of a runner, of a job for its runner, of a trigger, of a registration. Wrong ones count for
 * their address as every wrong token does. Rejections: `Throttled`, before it is looked up; those of what is asked.
 */
export const withTokenGuessLimit = async <A>(
  { forge, request }: TokenOrigin,
  token: string,
  ask: () => E.Either<Rejection, A> | Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> => {
  const { guessLimiter } = forge
  const { remoteAddress } = request
  if (!guessLimiter.allowsToken(token, remoteAddress)) return E.left(tooManyGuesses)
  const answered = await ask()
  if (E.isRight(answered) || !WRONG.has(answered.left.kind)) guessLimiter.tokenIsInUse(token, remoteAddress)
  return answered
}
