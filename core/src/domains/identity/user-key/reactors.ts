import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../app/command-context.js'
import { type Reactor, reaction, valueOrRetry } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { user } from '../user/decider.js'
import { userKeyOf } from './aggregate.js'

const NAME = 'keys-of-erased-users'

/** Removes the keys of deleted users, so that their fingerprints become free. */
export const keysOfErasedUsers: Reactor = {
  name: NAME,
  filter: { categories: [user.category], types: ['UserErased'] },
  react: async (forge, stored) => {
    const context = reaction(forge, NAME, stored)
    for (const { kind, id } of forge.read.userKeys.left(Number(idOf(stored.stream)))) {
      const gone = await forge.aggregates.execute(
        userKeyOf(kind),
        id,
        { type: 'Remove' },
        withNewCommandId(forge, context),
      )
      if (E.isLeft(gone) && gone.left.kind !== 'RecordNotFound') valueOrRetry(gone)
    }
  },
}
