import { anonymous } from '@forgefold/core/access'
import { revokeOAuthToken } from '@forgefold/core/domains/identity/oauth-token'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import { callerBy } from '../http/route.js'
import type { GuessLimiter } from '../limits/guess-limiter.js'
import { clientGuess, withinGuessLimit } from './client-guess-limit.js'
import { clientOf, oauthJson, oauthParams, oauthRefusal, TOKEN_CORS, textOf } from './exchange.js'

/** POST /oauth/revoke (RFC 7009; docs/reference/behaviour/identity.md#revoking-oauth-tokens): 200 with an empty object, for unknown tokens too. */
export const revokeRoute = (guessLimiter: GuessLimiter): PlainRoute =>
  plainRoute({
    method: 'POST',
    path: '/oauth/revoke',
    cors: TOKEN_CORS,
    handle: async (request, _, context) => {
      const params = await oauthParams(request)
      if (E.isLeft(params)) return oauthRefusal(params.left)
      const given = params.right
      const revoke = async (): Promise<HttpResponse> => {
        const revoked = await revokeOAuthToken(context.forge, callerBy(context, anonymous), {
          client: clientOf(request, given),
          token: textOf(given, 'token'),
        })
        if (E.isRight(revoked)) return oauthJson(200, {})
        return oauthRefusal(revoked.left, revoked.left.kind === 'OAuth' ? 403 : undefined)
      }
      return withinGuessLimit(guessLimiter, clientGuess(request, given), revoke, ({ status }) => status === 403)
    },
  })
