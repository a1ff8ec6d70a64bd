import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase } from '../../../../app/forge.js'
import { dayOf } from '../../../../kernel/index.js'
import { member, membershipId } from '../aggregate.js'

/** Ends every membership whose expiry day has come; called at start and after each midnight UTC. Returns how many ended. */
export const expireMembers: UseCase<void, number> = (forge, { context }) => {
  const today = dayOf(forge.clock.now())
  return executeForEach(forge, context, forge.read.members.expired(today), ({ source, sourceId, userId }, own) =>
    forge.aggregates.execute(member, membershipId(source, sourceId, userId), { type: 'Expire', today }, own),
  )
}
