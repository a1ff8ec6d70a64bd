import { anonymous, type Principal } from '@forgefold/core/access'
import * as E from 'fp-ts/lib/Either.js'
import { basicOf } from '../auth/presented-credentials.js'
import type { HttpRequest, HttpResponse } from '../http/message.js'
import type { GitAccess } from './access.js'
import * as answers from './git-responses.js'

const BASIC_SCHEME = /^basic([ ]|$)/i

/** The caller by Basic credentials, anonymous by any other scheme; or the response where the credentials are invalid. */
export const callerOf = async (
  request: HttpRequest,
  { identifyBasic }: GitAccess,
): Promise<E.Either<HttpResponse, Principal>> => {
  const header = request.headers.get('authorization')
  if (header === undefined || !BASIC_SCHEME.test(header)) return E.right(anonymous)
  const basic = basicOf(header)
  if (basic === undefined) return E.left(answers.askForCredentials)
  const found = await identifyBasic(basic, request.remoteAddress)
  if (E.isRight(found)) return found
  return E.left(found.left.kind === 'Throttled' ? answers.tooManyGuesses : answers.askForCredentials)
}
