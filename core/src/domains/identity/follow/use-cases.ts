import * as E from 'fp-ts/lib/Either.js'
import type { Query, UseCase, VisibleLookup } from '../../../app/forge.js'
import { notModified, refuse, refused, unauthenticated } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { seesProfile } from '../user/policy.js'
import type { UserRow } from '../user/queries.js'
import { readUser } from '../user/use-cases/read.js'
import { follow, followId } from './aggregate.js'
import type { FollowSide } from './queries.js'

/** So many users can be followed. */
const MAX_FOLLOWED_USERS = 300

const TOO_MANY = `You can't follow more than ${MAX_FOLLOWED_USERS} users. To follow more users, unfollow some others.`

/** Follows a user, or no longer. Rejections: `NotFound` (User); `NotModified` where it is so already, and of oneself; `Refused` past 300 (docs/reference/behaviour/identity.md#following-users). */
export const setFollowing: UseCase<{ readonly userId: number; readonly wanted: boolean }, UserRow> = async (
  forge,
  { principal, context },
  { userId, wanted },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = readUser(forge, { principal }, userId)
  if (E.isLeft(found)) return found
  if (userId === principal.userId) return refuse(notModified)
  if (wanted && forge.read.follows.countFollowed(principal.userId) >= MAX_FOLLOWED_USERS)
    return refuse(refused(TOO_MANY))
  const command = { type: wanted ? 'Follow' : 'Unfollow' } as const
  const done = await forge.aggregates.execute(follow, followId(principal.userId, userId), command, context)
  return E.isLeft(done) ? done : found
}

/** Whose followers, or followed users, are asked for. */
export interface ListFollows {
  readonly userId: number
  readonly side: FollowSide
  readonly page: PageRequest
}

/** Those who follow a user, or whom a user follows, by number. Rejections: `NotFound` (User). */
export const listFollows: Query<ListFollows, Page<{ readonly userId: number }>> = (
  forge,
  caller,
  { userId, side, page },
) => {
  const found = readUser(forge, caller, userId)
  return E.isLeft(found) ? found : E.right(forge.read.follows.list(userId, side, page))
}

/** How many follow a user, how many the user follows, and whether the caller is one of the former. */
export interface Following {
  readonly followers: number
  readonly following: number
  /** Undefined for the anonymous. */
  readonly isFollowed: boolean | undefined
}

/** Who follows a user, in numbers; undefined where the profile is hidden from the caller. */
export const followingOf: VisibleLookup<UserRow, Following | undefined> = ({ read }, { principal }, user) =>
  seesProfile(principal, user)
    ? {
        followers: read.follows.countFollowers(user.id),
        following: read.follows.countFollowed(user.id),
        isFollowed: principal.kind === 'user' ? read.follows.follows(principal.userId, user.id) : undefined,
      }
    : undefined
