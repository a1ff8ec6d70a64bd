import { anonymous } from '../../../access/index.js'
import { type Reactor, RetryableError, reaction, valueOrRetry } from '../../../app/reactors.js'
import { idOf, userIdOf } from '../../../kernel/index.js'
import { endSessionsOf } from '../session/use-cases.js'
import { user } from './decider.js'
import type { UserEvent } from './events.js'
import { subjectOf } from './profile.js'
import { asksForConfirmation, sendConfirmation } from './steps/send-confirmation.js'

/** Destroys the key of an erased user, where the erasure was interrupted before it could. */
export const erasedUsers: Reactor = {
  name: 'erased-users',
  filter: { categories: [user.category], types: ['UserErased'] },
  react: async (forge, event) => forge.personalData.erase(subjectOf(Number(idOf(event.stream)))),
}

/** Sends new users the link that confirms their address, where the settings require it; failed mails are retried. */
export const confirmationMails: Reactor = {
  name: 'confirmation-mails',
  filter: { categories: [user.category], types: ['UserRegistered'] },
  react: async (forge, event) => {
    const row = forge.read.users.byId(Number(idOf(event.stream)))
    if (row === undefined || row.confirmedAt !== null || !asksForConfirmation(forge)) return
    try {
      await sendConfirmation(forge, row)
    } catch {
      throw new RetryableError('the mail could not be handed over')
    }
  },
}

const ENDED_SESSIONS = 'ended-sessions'

const ENDING_SESSIONS: ReadonlyArray<UserEvent['type']> = [
  'UserBlocked',
  'UserBanned',
  'UserDeactivated',
  'UserErased',
  'PasswordChanged',
]

/**
 * Ends the sessions of users who may no longer sign in, and of those whose password another user changed (docs/reference/behaviour/identity.md#what-ends-sessions-and-tokens).
 *
 * Users who change their own password keep the session in which they do; the change itself ends the others.
 */
export const endedSessions: Reactor = {
  name: ENDED_SESSIONS,
  filter: { categories: [user.category], types: ENDING_SESSIONS },
  react: async (forge, stored) => {
    const userId = Number(idOf(stored.stream))
    const { actor, at } = stored.metadata
    if (stored.type === 'PasswordChanged' && userIdOf(actor) === userId) return
    const caller = { principal: anonymous, context: reaction(forge, ENDED_SESSIONS, stored) }
    valueOrRetry(await endSessionsOf(forge, caller, { userId, begunUntil: at }))
  },
}
