import * as E from 'fp-ts/lib/Either.js'
import { type ParamLookup, type PresentedCredentials, presentedIn } from '../auth/presented-credentials.js'
import { paramsOfText } from './body.js'
import type { HttpRequest } from './message.js'
import type { RawParams } from './nested-params.js'

/** Looks up nothing: a request without parameters. */
export const NO_LOOKUP: ParamLookup = () => undefined

/** Looks up credentials in parameters: a list or a hash counts as blank, so that none is ignored. */
export const lookupIn =
  (params: RawParams): ParamLookup =>
  (name) => {
    const value = (Object.hasOwn(params, name) ? params[name] : undefined) ?? undefined
    if (value === undefined || typeof value === 'string') return value
    return typeof value === 'number' ? String(value) : ''
  }

/** The secrets in the headers and the query of a request, by the rules of the API; a malformed query has none. */
export const presentedInQuery = ({ headers, query }: Pick<HttpRequest, 'headers' | 'query'>): PresentedCredentials => {
  const params = query === '' ? undefined : paramsOfText(query)
  return presentedIn(headers, params === undefined || E.isLeft(params) ? NO_LOOKUP : lookupIn(params.right))
}
