import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse, unavailable } from '../../../../kernel/index.js'
import { type GroupRef, groupFor } from '../access.js'
import { group } from '../decider.js'
import type { GroupRow } from '../queries.js'

/** Takes a deletion back that was put off. Rejections: `NotFound` (Group), `Forbidden`, `Refused` where none was asked for. */
export const restoreGroup: UseCase<GroupRef, GroupRow> = async (forge, { principal, context }, ref) => {
  const found = groupFor(forge, principal, ref, 'admin_group')
  if (E.isLeft(found)) return found
  const { id } = found.right.group
  const done = await forge.aggregates.execute(group, id, { type: 'Restore' }, context)
  if (E.isLeft(done)) return done
  const row = forge.read.groups.byId(id)
  return row === undefined ? refuse(unavailable('the read model does not show the group')) : E.right(row)
}
