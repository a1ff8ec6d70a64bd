import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { packageAggregate } from '../decider.js'
import { releaseComposerName } from './composer-name.js'

/** Marks a package for destruction and releases its Composer name: from now on only the garbage collection sees it. */
export const markForDestruction = async (
  forge: Forge,
  context: CommandContext,
  id: number,
): Promise<E.Either<Rejection, void>> => {
  const marked = await forge.aggregates.execute(
    packageAggregate,
    id,
    { type: 'ChangeStatus', status: 'pending_destruction' },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(marked)) return marked
  const { state } = marked.right
  return state.kind === 'none' ? E.right(undefined) : releaseComposerName(forge, context, state)
}
