import { anonymous, type Principal } from '@forgefold/core/access'
import * as E from 'fp-ts/lib/Either.js'
import { basicOf } from '../auth/presented-credentials.js'
import type { HttpRequest, HttpResponse } from '../http/message.js'
import type { GitAccess } from './access.js'
import * as answers from './git-responses.js'

/** The caller by Basic credentials; or the response where they are missing or invalid. */
export const callerOf = async (
  request: HttpRequest,
  { identifyBasic }: GitAccess,
): Promise<E.Either<HttpResponse, Principal>> => {
  const header = request.headers.get('authorization')
  if (header === undefined) return E.right(anonymous)
  const basic = basicOf(header)
  if (basic === undefined) return E.left(answers.askForCredentials)
  const found = await identifyBasic(basic, request.remoteAddress)
  if (E.isRight(found)) return found
  return E.left(found.left.kind === 'Throttled' ? answers.tooManyGuesses : answers.askForCredentials)
}
