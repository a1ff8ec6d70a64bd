import * as E from 'fp-ts/lib/Either.js'
import { ACCESS } from '../../../../access/index.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { dayOf, type Rejection } from '../../../../kernel/index.js'
import { member, membershipId } from '../aggregate.js'

/**
 * Makes the first member of something that is being created; nobody has to allow it, and it is done once. What a crash leaves without an
 * owner gets one from the reactor `firstOwners`. Rejections: those of the store.
 */
export const addFirstOwner = async (
  forge: Forge,
  source: 'group' | 'project',
  sourceId: number,
  userId: number,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> => {
  const command = {
    type: 'Add',
    source,
    sourceId,
    userId,
    level: ACCESS.owner,
    expiresAt: null,
    today: dayOf(context.at),
    inherited: undefined,
  } as const
  const added = await forge.aggregates.execute(member, membershipId(source, sourceId, userId), command, context)
  return E.isLeft(added) && added.left.kind === 'Conflict' ? E.right(undefined) : added
}
