import * as E from 'fp-ts/lib/Either.js'
import { type Reactor, reaction } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { issue } from './decider.js'
import { createSuccessor, finishMove } from './steps/move.js'

const NAME = 'unfinished-moves'

/** Finishes moves of issues whose request was interrupted. */
export const unfinishedMoves: Reactor = {
  name: NAME,
  filter: { categories: [issue.category], types: ['IssueMoved', 'IssueMovedFrom'] },
  react: async (forge, stored) => {
    const decoded = issue.events.decode(stored)
    if (E.isLeft(decoded)) return
    const event = decoded.right
    const id = Number(idOf(stored.stream))
    const context = reaction(forge, NAME, stored)
    if (event.type === 'IssueMoved') await createSuccessor(forge, context, id, event.data)
    if (event.type === 'IssueMovedFrom') await finishMove(forge, context, id, event.data)
  },
}
