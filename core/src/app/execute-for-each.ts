import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../kernel/index.js'
import type { Ids } from '../ports/clock-and-ids.js'
import { type CommandContext, withNewCommandId } from './command-context.js'

/**
 * Executes the same action for each item in turn, each as a command of its own, until one is refused; returns how many items there are.
 *
 * Rejections: as `act` refuses.
 */
export const executeForEach = async <Thing>(
  forge: { readonly ids: Ids },
  context: CommandContext,
  things: ReadonlyArray<Thing>,
  act: (thing: Thing, context: CommandContext) => Promise<E.Either<Rejection, unknown>>,
): Promise<E.Either<Rejection, number>> => {
  for (const thing of things) {
    const done = await act(thing, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
  }
  return E.right(things.length)
}
