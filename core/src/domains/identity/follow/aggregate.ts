import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Aggregate, current, type EventOf, eventCatalogue, notModified, refuse } from '../../../kernel/index.js'

const nothing = t.type({})

const followEvents = eventCatalogue({ UserFollowed: current(nothing), UserUnfollowed: current(nothing) })

export type FollowEvent = EventOf<typeof followEvents>

export interface FollowState {
  readonly follows: boolean
}

export type FollowCommand = { readonly type: 'Follow' | 'Unfollow' }

/** The stream of whether one user follows another. */
export const followId = (followerId: number, followedId: number): string => `${followerId}-${followedId}`

/** Whether one user follows another. */
export const follow: Aggregate<FollowCommand, FollowEvent, FollowState> = {
  category: 'follow',
  stateVersion: 1,
  events: followEvents,
  initial: { follows: false },
  decide:
    ({ type }) =>
    ({ follows }) => {
      if (follows === (type === 'Follow')) return refuse(notModified)
      return E.right([{ type: follows ? 'UserUnfollowed' : 'UserFollowed', data: {} }])
    },
  evolve: (_, { type }) => ({ follows: type === 'UserFollowed' }),
}
