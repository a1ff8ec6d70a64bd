import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { dayOf } from '../../../../kernel/index.js'
import { member, membershipId } from '../aggregate.js'

/** Ends every membership whose day has come; to be called at start and after each midnight UTC. Gives how many ended. */
export const expireMembers: UseCase<void, number> = async (forge, { context }) => {
  const today = dayOf(forge.clock.now())
  const due = forge.read.members.expired(today)
  for (const { source, sourceId, userId } of due) {
    const id = membershipId(source, sourceId, userId)
    const command = { type: 'Expire', today } as const
    const done = await forge.aggregates.execute(member, id, command, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
  }
  return E.right(due.length)
}
