import { OUT_OF_BAND } from '@forgefold/core/domains/identity/oauth-application'
import type { HttpResponse } from '../http/index.js'
import { problem } from '../pages/forms.js'
import { redirect } from '../pages/layout.js'
import type { AuthorizationRequest } from './authorization-request.js'

/** A redirect URI without those parameters of its query that the answer has too: each may be there once (RFC 6749 §3.1), and any query may have been requested. */
const withoutTold = (redirectUri: string, told: URLSearchParams): string => {
  const mark = redirectUri.indexOf('?')
  if (mark < 0) return `${redirectUri}?`
  const isOther = (pair: string) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => told.has(name))
  const others = redirectUri
    .slice(mark + 1)
    .split('&')
    .filter(isOther)
  return `${redirectUri.slice(0, mark)}?${others.map((pair) => `${pair}&`).join('')}`
}

/**
 * The redirect URI with the answer to the client, and the state unchanged. The issuer is not told (RFC 9207): the releases served do not,
 * and clients that are configured with endpoints alone, without discovery, refuse an answer of an issuer they do not know.
 */
export const redirectToClient = (
  { redirectUri, state, responseMode }: AuthorizationRequest,
  told: Readonly<Record<string, string>>,
): HttpResponse => {
  const pairs = new URLSearchParams({ ...told, ...(state === undefined ? {} : { state }) })
  if (responseMode === 'fragment') return redirect(`${redirectUri}#${pairs.toString()}`)
  return redirect(`${withoutTold(redirectUri, pairs)}${pairs.toString()}`)
}

const DESCRIPTIONS = {
  access_denied: 'The resource owner or authorization server denied the request.',
  login_required: 'The user has to sign in.',
  consent_required: 'The user has to consent.',
  interaction_required: 'The user has something else to do first.',
} as const

/** Redirects with an error (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6); a client without a redirect URI of its own has the error shown to its user. */
export const redirectWithError = (asked: AuthorizationRequest, error: keyof typeof DESCRIPTIONS): HttpResponse =>
  asked.redirectUri === OUT_OF_BAND
    ? problem('Denied', 'The application gets no access. You may close this page.', 200)
    : redirectToClient(asked, { error, error_description: DESCRIPTIONS[error] })
