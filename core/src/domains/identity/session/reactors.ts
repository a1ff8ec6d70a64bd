import { anonymous } from '../../../access/index.js'
import { orRetry, type Reactor, reaction } from '../../../app/reactors.js'
import { idOf, userIdOf } from '../../../kernel/index.js'
import { user } from '../user/decider.js'
import type { UserEvent } from '../user/events.js'
import { endSessionsOf } from './use-cases.js'

const NAME = 'ended-sessions'

const ENDING: ReadonlyArray<UserEvent['type']> = [
  'UserBlocked',
  'UserBanned',
  'UserDeactivated',
  'UserErased',
  'PasswordChanged',
]

/**
 * Ends the sessions of users who may no longer sign in, and of those whose password another user changed (docs/reference/behaviour/identity.md#what-ends-ways-in).
 *
 * Users who change their own keep the session in which they do; the change itself ends the others.
 */
export const endedSessions: Reactor = {
  name: NAME,
  filter: { categories: [user.category], types: ENDING },
  react: async (forge, stored) => {
    const userId = Number(idOf(stored.stream))
    const { actor, at } = stored.metadata
    if (stored.type === 'PasswordChanged' && userIdOf(actor) === userId) return
    const caller = { principal: anonymous, context: reaction(forge, NAME, stored) }
    orRetry(await endSessionsOf(forge, caller, { userId, begunUntil: at }))
  },
}
