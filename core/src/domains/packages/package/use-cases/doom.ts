import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { packageAggregate } from '../decider.js'
import { releaseComposerName } from './composer-name.js'

/** Marks a package for its destruction and gives its names back: from now on it is gone for everybody but the collector. */
export const doomPackage = async (
  forge: Forge,
  context: CommandContext,
  id: number,
): Promise<E.Either<Rejection, void>> => {
  const doomed = await forge.aggregates.execute(
    packageAggregate,
    id,
    { type: 'ChangeStatus', status: 'pending_destruction' },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(doomed)) return doomed
  const { state } = doomed.right
  return state.kind === 'none' ? E.right(undefined) : releaseComposerName(forge, context, state)
}
