import * as E from 'fp-ts/lib/Either.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse, refused } from '../../../../kernel/index.js'
import { deletionDelay, lastOverdueDay } from '../../project/instance-rules.js'
import { type Deletion, permanentDeletionRefusal } from '../../project/permanent-deletion.js'
import { type GroupRef, groupFor } from '../access.js'
import { group } from '../aggregate.js'
import { eraseGroup } from '../steps/erase-group.js'

const TOP_LEVEL_REFUSAL = refused('`permanently_remove` option is only available for subgroups.')

/** Deletes a group with everything in it, or marks it for deletion where the settings delay that. Rejections: `NotFound` (Group), `Forbidden`, `Refused`. */
export const deleteGroup: UseCase<Deletion<GroupRef>, void> = async (forge, { principal, context }, input) => {
  const found = groupFor(forge, principal, input.ref, 'remove_group')
  if (E.isLeft(found)) return found
  const row = found.right.group
  if (deletionDelay('group', forge.settings.current(), forge.instance) === 0) return eraseGroup(forge, row.id, context)
  if (input.permanently === true) {
    const refusal =
      row.parentId === null ? TOP_LEVEL_REFUSAL : permanentDeletionRefusal('subgroup', row, input.fullPath)
    return refusal === undefined ? eraseGroup(forge, row.id, context) : refuse(refusal)
  }
  const command = { type: 'MarkForDeletion', at: context.at } as const
  const done = await forge.aggregates.execute(group, row.id, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Deletes every group whose deletion delay is over; called at start and after each midnight UTC. Returns how many there were. */
export const eraseOverdueGroups: UseCase<void, number> = (forge, { context }) => {
  const due = forge.read.groups.markedForDeletion(lastOverdueDay(forge.clock.now(), forge.settings.current()))
  return executeForEach(forge, context, due, (id, own) => eraseGroup(forge, id, own))
}
