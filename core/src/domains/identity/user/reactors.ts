import type { Reactor } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { user } from './decider.js'
import { subjectOf } from './profile.js'

/** Destroys the key of an erased user, should the erasure have been cut short before it could. */
export const erasedUsers: Reactor = {
  name: 'erased-users',
  filter: { categories: [user.category], types: ['UserErased'] },
  react: async (forge, event) => forge.personalData.erase(subjectOf(Number(idOf(event.stream)))),
}
