import { userOfPublicEmail } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import { integer, ok, optional, type Route, required, route, string } from '../../../../http/index.js'
import { userAvatarUrl } from '../../avatar.js'
import { maybe, record, text } from '../../shape.js'

/** The avatar for a public email address (docs/reference/behaviour/identity.md#avatars-by-email-address). */
export const avatarByEmailRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/avatar',
    area: 'Users',
    summary: 'Find the picture of the user who has made an e-mail address public',
    caller: 'anyone',
    params: {
      email: required(string(), 'The public e-mail address'),
      size: optional(integer(), 'How wide the picture should be; pictures are kept in one size'),
    },
    success: { status: 200, schemaFor: record('Avatar', { avatar_url: maybe(text) }) },
    handler: ({ forge, principal }, { email }) => {
      const found = userOfPublicEmail(forge, { principal }, email)
      if (E.isLeft(found)) return found
      const user = found.right
      return ok({ avatar_url: user === undefined ? null : userAvatarUrl(forge.instance.externalUrl, user) })
    },
  }),
]
