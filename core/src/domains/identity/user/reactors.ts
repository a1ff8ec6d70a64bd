import { type Reactor, RetryableError } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { user } from './decider.js'
import { subjectOf } from './profile.js'
import { asksForConfirmation, sendConfirmation } from './steps/send-confirmation.js'

/** Destroys the key of an erased user, should the erasure have been cut short before it could. */
export const erasedUsers: Reactor = {
  name: 'erased-users',
  filter: { categories: [user.category], types: ['UserErased'] },
  react: async (forge, event) => forge.personalData.erase(subjectOf(Number(idOf(event.stream)))),
}

/** Sends new users the link that confirms their address, where the settings ask for it; what cannot be sent now is sent later. */
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
