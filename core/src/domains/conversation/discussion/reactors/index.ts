import type { Reactor } from '../../../../app/reactors.js'
import { positionsReactor } from './positions.js'

/** What follows from events for discussions. */
export const discussionReactors: ReadonlyArray<Reactor> = [positionsReactor]
