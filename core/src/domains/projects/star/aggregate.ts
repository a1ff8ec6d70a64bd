import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Aggregate, current, type EventOf, eventCatalogue, notModified, refuse } from '../../../kernel/index.js'

const nothing = t.type({})

const starEvents = eventCatalogue({ ProjectStarred: current(nothing), ProjectUnstarred: current(nothing) })

export type StarEvent = EventOf<typeof starEvents>

export interface StarState {
  readonly starred: boolean
}

export type StarCommand = { readonly type: 'Star' | 'Unstar' }

/** The stream of one user's star of one project. */
export const starId = (projectId: number, userId: number): string => `${projectId}-${userId}`

/** Whether one user has starred one project. */
export const star: Aggregate<StarCommand, StarEvent, StarState> = {
  category: 'star',
  stateVersion: 1,
  events: starEvents,
  initial: { starred: false },
  decide:
    ({ type }) =>
    ({ starred }) => {
      if (starred === (type === 'Star')) return refuse(notModified)
      return E.right([{ type: starred ? 'ProjectUnstarred' : 'ProjectStarred', data: {} }])
    },
  evolve: (_, { type }) => ({ starred: type === 'ProjectStarred' }),
}
