import * as E from 'fp-ts/lib/Either.js'
import { ACCESS } from '../../../../access/index.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { dayOf, type Rejection } from '../../../../kernel/index.js'
import { member, membershipId } from '../aggregate.js'

/**
 * Adds the owner of something that is being created, once and without authorisation. After a crash the reactor `firstOwners` adds it.
 * Rejections: those of the store.
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
