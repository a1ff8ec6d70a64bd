import * as E from 'fp-ts/lib/Either.js'
import { type Reactor, reaction, reactionError } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { mergeRequest } from '../decider.js'
import { carryOutRebase } from '../use-cases/rebase.js'

const NAME = 'merge-request-rebases'

/** Carries out the rebases that were asked for. */
export const rebasesReactor: Reactor = {
  name: NAME,
  filter: { categories: [mergeRequest.category], types: ['RebaseQueued'] },
  react: async (forge, stored) => {
    const done = await carryOutRebase(forge, Number(idOf(stored.stream)), reaction(forge, NAME, stored))
    if (E.isLeft(done)) throw reactionError('the rebase could not be settled', done.left)
  },
}
