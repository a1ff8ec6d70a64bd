import { type FollowQueries, type FollowSide, follow } from '@forgefold/core/domains/identity/follow'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, numbersIn, type Projection } from '../engine/projection.js'

/** For each side: the column in the condition, and the listed column. */
const SIDES = {
  followers: { about: 'followed_id', listed: 'follower_id' },
  following: { about: 'follower_id', listed: 'followed_id' },
} as const

const queries = (db: Database): FollowQueries => {
  const lists = new Lists(db)
  const counted = ({ about, listed }: (typeof SIDES)[FollowSide]) =>
    db
      .prepare<[number], number>(
        `SELECT count(*) FROM follows f JOIN users u ON u.id = f.${listed} WHERE f.${about} = ? AND u.erased = 0`,
      )
      .pluck()
  const followed = counted(SIDES.following)
  const followers = counted(SIDES.followers)
  const is = db
    .prepare<[number, number], number>('SELECT 1 FROM follows WHERE follower_id = ? AND followed_id = ?')
    .pluck()
  return {
    list: (userId, side, page) => {
      const { about, listed } = SIDES[side]
      return lists.page<{ readonly userId: number }>(
        {
          select: `f.${listed} AS userId`,
          from: `follows f JOIN users u ON u.id = f.${listed}`,
          where: [{ sql: `f.${about} = ? AND u.erased = 0`, values: [userId] }],
          orderBy: `f.since DESC, f.${listed} DESC`,
        },
        page,
      )
    },
    countFollowed: (userId) => followed.get(userId) ?? 0,
    countFollowers: (userId) => followers.get(userId) ?? 0,
    follows: (followerId, followedId) => is.get(followerId, followedId) !== undefined,
  }
}

/** Followers of users in the read model. */
export const follows: Projection = {
  name: 'follows',
  version: 1,
  schema: `
    CREATE TABLE follows (
      follower_id INTEGER NOT NULL,
      followed_id INTEGER NOT NULL,
      since TEXT NOT NULL,
      PRIMARY KEY (follower_id, followed_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX follows_by_followed ON follows (followed_id, follower_id);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      'INSERT OR REPLACE INTO follows (follower_id, followed_id, since) VALUES (?, ?, ?)',
    )
    const remove = context.db.prepare('DELETE FROM follows WHERE follower_id = ? AND followed_id = ?')
    return [
      handle(context, follow, {
        UserFollowed: (_, { stream, metadata: { at } }) => {
          insert.run(...numbersIn(stream), at)
        },
        UserUnfollowed: (_, { stream }) => {
          remove.run(...numbersIn(stream))
        },
      }),
    ]
  },
  queries: { follows: queries },
}
