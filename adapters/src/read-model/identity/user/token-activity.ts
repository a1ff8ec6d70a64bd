import { personalAccessToken } from '@forgefold/core/domains/identity/personal-access-token'
import { dayOf, idOf } from '@forgefold/core/kernel'
import { type Handlers, handle, type ProjectionContext } from '../../engine/projection.js'
import { userCachesOf } from './queries.js'

/** The use of a token is activity of its user. */
export const tokenActivity = (context: ProjectionContext): Handlers => {
  const { db } = context
  const note = db
    .prepare<[string, string], number>(
      `UPDATE users SET last_activity_on = max(coalesce(last_activity_on, ''), ?)
       WHERE id = (SELECT user_id FROM personal_access_tokens WHERE id = ?) RETURNING id`,
    )
    .pluck()
  return handle(context, personalAccessToken, {
    TokenUsed: ({ usedAt }, { stream }) => {
      const userId = note.get(dayOf(usedAt), idOf(stream))
      if (userId !== undefined) userCachesOf(db).forget(userId)
    },
  })
}
