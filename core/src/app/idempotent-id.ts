import * as E from 'fp-ts/lib/Either.js'
import { type Category, idOf, type Rejection, type StreamName, streamOf } from '../kernel/index.js'
import type { ReservedName } from '../kernel/reserved-name.js'
import type { CommandContext } from './command-context.js'
import type { Forge } from './forge.js'

/** A thing that is made once for its cause, however many servers see the cause and however often. */
export interface IdempotentCreation {
  /** The cause: a kind ("job-deployment"), and its own name. */
  readonly cause: ReservedName
  readonly aggregate: { readonly category: Category }
  /** Where the numbers of such things come from. */
  readonly counter: string
}

const numberOf = (holder: StreamName | undefined): number | undefined =>
  holder === undefined ? undefined : Number(idOf(holder))

/**
 * The number of the one thing that a cause makes: whoever begins its stream has made it, everybody else finds it begun.
 *
 * The number is settled on the event store itself. Where somebody settled it and went away before the thing was made, the next who asks
 * makes it. Rejections: `Conflict` where the number changed hands meanwhile; `Unavailable`.
 */
export const idempotentId = async (
  forge: Forge,
  { cause, aggregate, counter }: IdempotentCreation,
  context: CommandContext,
): Promise<E.Either<Rejection, number>> => {
  const settled = async () => E.map(numberOf)(await forge.reservations.holder(cause))
  // Mostly the cause is new: its number is asked for meanwhile.
  const [known, id] = await Promise.all([settled(), forge.numbers.next(counter)])
  if (E.isLeft(known)) return known
  if (known.right !== undefined) return E.right(known.right)
  if (E.isLeft(id)) return id
  const taken = await forge.reservations.take(cause, streamOf(aggregate, id.right), context)
  if (E.isRight(taken)) return id
  const theirs = await settled()
  if (E.isLeft(theirs)) return theirs
  return theirs.right === undefined ? taken : E.right(theirs.right)
}
