import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { orRetry } from '../../../../app/reactors.js'
import type { MergeRequestCommand } from '../commands.js'
import { mergeRequest } from '../decider.js'

/** Gives a command on behalf of a reactor: a refusal of the domain is the end of it, a store that is away is tried again. */
export const told = async (
  forge: Forge,
  id: number,
  command: MergeRequestCommand,
  context: CommandContext,
): Promise<boolean> => {
  const done = await forge.aggregates.execute(mergeRequest, id, command, context)
  orRetry(done)
  return E.isRight(done)
}
