import type { HttpRequest, HttpResponse, RawParams } from '../http/index.js'
import { type GuessLimiter, RETRY_AFTER } from '../limits/guess-limiter.js'
import { clientOf, oauthJson } from './exchange.js'

/** The key of a guess at a client's secret, a code or a refresh token. */
export const clientGuess = (request: HttpRequest, params: RawParams): string =>
  `client ${clientOf(request, params).clientId ?? ''} ${request.remoteAddress}`

/** The answer to too many guesses at the OAuth endpoints. */
export const tooManyGuesses: HttpResponse = oauthJson(
  429,
  { error: 'temporarily_unavailable', error_description: 'Too many failed requests. Retry later.' },
  [RETRY_AFTER],
)

/** Answers unless too many attempts before were wrong; `isGuess` says whether an answer counts as one. */
export const withinGuessLimit = async (
  guessLimiter: GuessLimiter,
  key: string,
  answer: () => Promise<HttpResponse>,
  isGuess: (response: HttpResponse) => boolean,
): Promise<HttpResponse> => {
  if (!guessLimiter.allows(key)) return tooManyGuesses
  const response = await answer()
  if (!isGuess(response)) guessLimiter.wasRight(key)
  return response
}
