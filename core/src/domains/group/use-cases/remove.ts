import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import type { CommandContext } from '../../../app/command-context.js'
import { alongside } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import { type Rejection, streamOf } from '../../../kernel/index.js'
import { pathUnder } from '../../namespace/reserved-names.js'
import { eraseProject } from '../../project/use-cases/remove.js'
import { type GroupRef, groupFor } from '../access.js'
import { group } from '../decider.js'

/** Removes a group with everything below, from the bottom up: whoever is interrupted can begin again. */
export const eraseGroup = async (
  forge: Forge,
  groupId: number,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const row = forge.read.groups.byId(groupId)
  if (row === undefined) return E.right(undefined)
  for (const child of forge.read.groups.children(groupId)) {
    const gone = await eraseGroup(forge, child, context)
    if (E.isLeft(gone)) return gone
  }
  for (const projectId of forge.read.groups.projects(groupId)) {
    const gone = await eraseProject(forge, projectId, context)
    if (E.isLeft(gone)) return gone
  }
  const done = await forge.aggregates.execute(group, groupId, { type: 'Delete' }, alongside(forge, context))
  if (E.isLeft(done)) return done
  return forge.reservations.release(pathUnder(row.parentId, row.path), streamOf(group, groupId), context)
}

/** Deletes a group with everything in it. Rejections: `NotFound` (Group), `Forbidden`. */
export const deleteGroup =
  (input: Caller & { readonly ref: GroupRef }): UseCase<void> =>
  (forge) =>
  async () => {
    const found = groupFor(forge, input.principal, input.ref, 'remove_group')
    return E.isLeft(found) ? found : eraseGroup(forge, found.right.group.id, input.context)
  }
