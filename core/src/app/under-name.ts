import * as E from 'fp-ts/lib/Either.js'
import type { Rejection, StreamName } from '../kernel/index.js'
import type { ReservedName } from '../kernel/reserved-name.js'
import type { CommandContext } from './command-context.js'
import type { Forge } from './forge.js'
import type { StillHoldsName } from './reservations.js'

/** A name that something new is to have for itself. */
export interface OwnName {
  readonly name: ReservedName
  /** The stream of what is made. */
  readonly holder: StreamName
  readonly bears?: StillHoldsName
  /** How it is refused where the name cannot be had; else as `Reservations.take` refuses. */
  readonly refusal?: (rejection: Rejection) => Rejection
}

/**
 * Makes something under a name of its own: the name is taken first, and given back where nothing came of it.
 *
 * Rejections: `Conflict` where another holds the name; those of `make`.
 */
export const makeUnderName = async <A>(
  forge: Pick<Forge, 'reservations'>,
  { name, holder, bears, refusal = (rejection) => rejection }: OwnName,
  context: CommandContext,
  make: () => Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> => {
  const taken = await forge.reservations.take(name, holder, context, bears)
  if (E.isLeft(taken)) return E.left(refusal(taken.left))
  const made = await make()
  if (E.isLeft(made)) await forge.reservations.release(name, holder, context)
  return made
}
