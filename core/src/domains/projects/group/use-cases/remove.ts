import * as E from 'fp-ts/lib/Either.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse, refused } from '../../../../kernel/index.js'
import { deletionDelay, lastOverdueDay } from '../../project/instance-rules.js'
import { type GroupRef, groupFor } from '../access.js'
import { group } from '../aggregate.js'
import type { GroupRow } from '../queries.js'
import { eraseGroup } from '../steps/erase-group.js'

/** What stands against ending at once what would else be put off. */
const refusalAtOnce = (row: GroupRow, fullPath: string | undefined): string | undefined => {
  if (row.parentId === null) return '`permanently_remove` option is only available for subgroups.'
  if (row.markedForDeletionOn === null) return 'Group must be marked for deletion first.'
  if (row.fullPath === fullPath) return undefined
  return '`full_path` is incorrect. You must enter the complete path for the subgroup.'
}

/** Which group is to go, and whether for good at once. */
export interface GroupDeletion {
  readonly ref: GroupRef
  /** Ends at once what is marked for deletion already. */
  readonly permanently?: boolean
  /** Has to be the whole path of the group where it is to end at once. */
  readonly fullPath?: string | undefined
}

/** Deletes a group with everything in it, or marks it for deletion where the settings put that off. Rejections: `NotFound` (Group), `Forbidden`, `Refused`. */
export const deleteGroup: UseCase<GroupDeletion, void> = async (forge, { principal, context }, input) => {
  const found = groupFor(forge, principal, input.ref, 'remove_group')
  if (E.isLeft(found)) return found
  const row = found.right.group
  if (deletionDelay('group', forge.settings.current(), forge.instance) === 0) return eraseGroup(forge, row.id, context)
  if (input.permanently === true) {
    const refusal = refusalAtOnce(row, input.fullPath)
    return refusal === undefined ? eraseGroup(forge, row.id, context) : refuse(refused(refusal))
  }
  const command = { type: 'MarkForDeletion', at: context.at } as const
  const done = await forge.aggregates.execute(group, row.id, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Ends every group whose deletion has been put off for long enough; to be called at start and after each midnight UTC. Gives how many ended. */
export const eraseOverdueGroups: UseCase<void, number> = (forge, { context }) => {
  const due = forge.read.groups.markedForDeletion(lastOverdueDay(forge.clock.now(), forge.settings.current()))
  return executeForEach(forge, context, due, (id, own) => eraseGroup(forge, id, own))
}
