import * as E from 'fp-ts/lib/Either.js'
import { type Category, idOf, type Rejection, type StreamName, streamOf } from '../kernel/index.js'
import type { ReservedName } from '../kernel/reserved-name.js'
import type { CommandContext } from './command-context.js'
import type { Forge } from './forge.js'

/** Something that is created once for its cause, however many servers see the cause and however often. */
export interface IdempotentCreation {
  /** The cause: a kind ("job-deployment") and a name. */
  readonly cause: ReservedName
  readonly aggregate: { readonly category: Category }
  /** The counter that numbers such aggregates. */
  readonly counter: string
}

const numberOf = (holder: StreamName | undefined): number | undefined =>
  holder === undefined ? undefined : Number(idOf(holder))

/**
 * The id of the one aggregate that a cause creates: the first caller begins its stream, all others find it begun.
 *
 * The id is settled in the event store. Where a server settled it and died before it began the stream, the next caller begins it. Rejections:
 * `Conflict` where the id was taken over meanwhile; `Unavailable`.
 *
 * @example
 * import { systemCaller } from '@forgefold/core'
 * import { createForge } from '@forgefold/server'
 * const embedded = await createForge()
 * const { context } = systemCaller(embedded.forge, 'example')
 * const creation = { cause: { kind: 'imported-label', name: '12' }, aggregate: { category: 'label' }, counter: 'label' }
 * const first = await idempotentId(embedded.forge, creation, context)
 * assert.deepEqual(await idempotentId(embedded.forge, creation, context), first)
 * await embedded.close()
 */
export const idempotentId = async (
  forge: Forge,
  { cause, aggregate, counter }: IdempotentCreation,
  context: CommandContext,
): Promise<E.Either<Rejection, number>> => {
  const settled = async () => E.map(numberOf)(await forge.reservations.holder(cause))
  // The cause is usually new, so its number is requested at the same time.
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
