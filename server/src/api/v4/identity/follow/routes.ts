import { type FollowSide, listFollows, setFollowing } from '@forgefold/core/domains/identity/follow'
import * as E from 'fp-ts/lib/Either.js'
import { integer, listed, pageRequest, paging, type Route, required, respond, route } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { userSummary } from '../users/presenter.js'
import { userCardShape } from '../users/shape.js'

const area = 'Users'
const userId = required(integer(), 'The number of the user')

const change = (word: 'follow' | 'unfollow'): Route =>
  route({
    method: 'POST',
    path: `/users/:user_id/${word}`,
    area,
    summary: word === 'follow' ? 'Follow a user' : 'Follow a user no longer',
    caller: 'user',
    params: { user_id: userId },
    success: { status: 201, description: 'The user', schemaFor: userCardShape },
    handler: async (context, params) => {
      const { forge } = context
      const wanted = word === 'follow'
      const done = await setFollowing(forge, callerOf(context), { userId: params.user_id, wanted })
      return respond(({ id }: { readonly id: number }) => userSummary(forge, id), 201)(done)
    },
  })

const list = (side: FollowSide): Route =>
  route({
    method: 'GET',
    path: `/users/:user_id/${side}`,
    area,
    summary: side === 'followers' ? 'List those who follow a user' : 'List those whom a user follows',
    caller: 'anyone',
    scopes: ['read_user'],
    params: { user_id: userId, ...paging },
    success: { status: 200, description: 'The users', schemaFor: arrayOf(userCardShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listFollows(forge, { principal }, { userId: params.user_id, side, page })
      return E.isLeft(found) ? found : listed(found.right, page, (one) => userSummary(forge, one.userId))
    },
  })

/** Users who follow users (docs/reference/behaviour/identity.md#following-users). */
export const followRoutes: ReadonlyArray<Route> = [
  change('follow'),
  change('unfollow'),
  list('followers'),
  list('following'),
]
