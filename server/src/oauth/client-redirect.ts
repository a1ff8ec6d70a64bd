import { OUT_OF_BAND } from '@forgefold/core/domains/identity/oauth-application'
import type { HttpResponse } from '../http/index.js'
import { problem } from '../pages/forms.js'
import { redirect } from '../pages/layout.js'
import type { AuthorizationRequest } from './authorization-request.js'

/** The redirect URI with the answer to the client: the issuer, so that a client of several providers detects a mix-up (RFC 9207), and the state unchanged. */
export const redirectToClient = (
  issuer: string,
  { redirectUri, state, responseMode }: AuthorizationRequest,
  told: Readonly<Record<string, string>>,
): HttpResponse => {
  const pairs = new URLSearchParams({ ...told, iss: issuer, ...(state === undefined ? {} : { state }) }).toString()
  if (responseMode === 'fragment') return redirect(`${redirectUri}#${pairs}`)
  return redirect(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${pairs}`)
}

const DESCRIPTIONS = {
  access_denied: 'The resource owner or authorization server denied the request.',
  login_required: 'The user has to sign in.',
  consent_required: 'The user has to consent.',
  interaction_required: 'The user has something else to do first.',
} as const

/** Redirects with an error (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6); a client without a redirect URI of its own has the error shown to its user. */
export const redirectWithError = (
  issuer: string,
  asked: AuthorizationRequest,
  error: keyof typeof DESCRIPTIONS,
): HttpResponse =>
  asked.redirectUri === OUT_OF_BAND
    ? problem('Denied', 'The application gets no access. You may close this page.', 200)
    : redirectToClient(issuer, asked, { error, error_description: DESCRIPTIONS[error] })
