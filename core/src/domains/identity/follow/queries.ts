import type { Page, PageRequest } from '../../../ports/read-model.js'

/** Which side of the relation is listed. */
export type FollowSide = 'followers' | 'following'

/** The queries of followers. */
export interface FollowQueries {
  /** The ids of a user's followers, or of the users whom the user follows, newest first. */
  readonly list: (userId: number, side: FollowSide, page: PageRequest) => Page<{ readonly userId: number }>
  readonly countFollowed: (userId: number) => number
  readonly countFollowers: (userId: number) => number
  readonly follows: (followerId: number, followedId: number) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly follows: FollowQueries
  }
}
