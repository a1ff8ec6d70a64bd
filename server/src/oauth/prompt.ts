import { type Instant, millisecondsOf, oauthError, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { RawParams } from '../http/index.js'
import { textOf } from './exchange.js'

/** The supported values of `prompt` (OpenID Connect Core §3.1.2.1). */
export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const

/** How the user is to be prompted, as the client asks. */
export interface Prompting {
  /** No page is shown: what would need one is answered with an error. */
  readonly silent: boolean
  /** Even if the user is signed in already. */
  readonly signInAgain: boolean
  /** Even if the user consented before. */
  readonly consentAgain: boolean
  /** The maximum number of seconds since the user authenticated. */
  readonly maxAge: number | undefined
}

const badPrompt = oauthError('invalid_request', 'The prompt is unknown, or none does not stand alone.')
const badAge = oauthError('invalid_request', 'The max_age is no number of seconds.')

const SECONDS = /^\d{1,9}$/

/** Parses `prompt` and `max_age`. With `select_account` the choice is made on the sign-in page. Rejections: `OAuth` (invalid_request). */
export const promptingIn = (params: RawParams): E.Either<Rejection, Prompting> => {
  const prompts = new Set((textOf(params, 'prompt') ?? '').split(' ').filter((word) => word !== ''))
  const isKnown = [...prompts].every((word) => (PROMPTS as ReadonlyArray<string>).includes(word))
  const silent = prompts.has('none')
  if (!isKnown || (silent && prompts.size > 1)) return E.left(badPrompt)
  const age = textOf(params, 'max_age')
  if (age !== undefined && !SECONDS.test(age)) return E.left(badAge)
  const maxAge = age === undefined ? undefined : Number(age)
  return E.right({
    silent,
    signInAgain: prompts.has('login') || prompts.has('select_account') || maxAge === 0,
    consentAgain: prompts.has('consent'),
    maxAge,
  })
}

/** Whether a user who signed in at that time has to do so again for this client. */
export const mustSignInAgain = ({ signInAgain, maxAge }: Prompting, authenticatedAt: Instant, now: Instant): boolean =>
  signInAgain || (maxAge !== undefined && millisecondsOf(now) - millisecondsOf(authenticatedAt) > maxAge * 1000)

/** The query to return with after signing in, without the parameters that required it. */
export const queryAfterSignIn = (query: string): string => {
  const params = new URLSearchParams(query)
  const left = (params.get('prompt') ?? '').split(' ').filter((word) => word === 'consent')
  params.delete('prompt')
  if (left.length > 0) params.set('prompt', 'consent')
  if (params.get('max_age') === '0') params.delete('max_age')
  return params.toString()
}
