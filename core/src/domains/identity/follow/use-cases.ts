import * as E from 'fp-ts/lib/Either.js'
import type { Query, UseCase, VisibleLookup } from '../../../app/forge.js'
import { notModified, refuse, refused, unauthenticated } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { seesProfile } from '../user/policy.js'
import type { UserRow } from '../user/queries.js'
import { readUser } from '../user/use-cases/read.js'
import { follow, followId } from './aggregate.js'
import type { FollowSide } from './queries.js'

/** The most users that one user can follow. */
const MAX_FOLLOWED_USERS = 300

const TOO_MANY = `You can't follow more than ${MAX_FOLLOWED_USERS} users. To follow more users, unfollow some others.`

/**
 * Follows or unfollows a user. Rejections: `NotFound` (User); `NotModified` where nothing changes, and for oneself; `Refused` above 300
 * (docs/reference/behaviour/identity.md#following-users).
 */
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

/** The ids of a user's followers, or of the users whom the user follows. Rejections: `NotFound` (User). */
export const listFollows: Query<ListFollows, Page<{ readonly userId: number }>> = (
  forge,
  caller,
  { userId, side, page },
) => {
  const found = readUser(forge, caller, userId)
  return E.isLeft(found) ? found : E.right(forge.read.follows.list(userId, side, page))
}

/** The counts of followers and followed users, and whether the caller follows the user. */
export interface Following {
  readonly followers: number
  readonly following: number
  /** Undefined for anonymous callers. */
  readonly isFollowed: boolean | undefined
}

/** The follower counts of a user; undefined where the profile is hidden from the caller. */
export const followingOf: VisibleLookup<UserRow, Following | undefined> = ({ read }, { principal }, user) =>
  seesProfile(principal, user)
    ? {
        followers: read.follows.countFollowers(user.id),
        following: read.follows.countFollowed(user.id),
        isFollowed: principal.kind === 'user' ? read.follows.follows(principal.userId, user.id) : undefined,
      }
    : undefined
