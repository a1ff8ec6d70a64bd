import type { Forge } from '@forgefold/core/app'
import { grantAuthorization } from '@forgefold/core/domains/identity/authorization-grant'
import { OUT_OF_BAND } from '@forgefold/core/domains/identity/oauth-application'
import { hasConsented, implicitGrant } from '@forgefold/core/domains/identity/oauth-token'
import { awaitsTerms } from '@forgefold/core/domains/identity/user'
import { oauthError, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { visitorOf } from '../auth/sessions.js'
import {
  type HttpRequest,
  type HttpResponse,
  type PlainRoute,
  paramsOfText,
  type RawParams,
  withoutSecrets,
} from '../http/index.js'
import { consentGuess, type GuessLimiter } from '../limits/guess-limiter.js'
import { lacksAdminMode, toAdminMode } from '../pages/admin-mode.js'
import { failurePage, field, problem, TOO_MANY_TRIES, tooManyTries } from '../pages/forms.js'
import { redirect } from '../pages/layout.js'
import { type PageContext, SIGN_IN_PATH, visitorForm, visitorPage } from '../pages/page-context.js'
import { type AuthorizationRequest, authorizationRequest } from './authorization-request.js'
import { redirectToClient, redirectWithError } from './client-redirect.js'
import { consentPage } from './consent-page.js'
import { type IdTokens, subjectOf } from './id-token.js'
import { NATIVE_PATH } from './native.js'
import { mustSignInAgain, queryAfterSignIn } from './prompt.js'

const PATH = '/oauth/authorize'

const errorPage = (rejection: Rejection): HttpResponse =>
  rejection.kind === 'OAuth'
    ? problem('This request cannot be authorized', rejection.error.description, 400)
    : failurePage('This request cannot be authorized', rejection)

const giveToken = async (visit: PageContext, asked: AuthorizationRequest): Promise<HttpResponse> => {
  const { application, scopes, redirectUri } = asked
  const { authenticatedAt } = visit.visitor.session
  const issued = await implicitGrant(visit.forge, visit.caller(), { application, scopes, redirectUri, authenticatedAt })
  if (E.isLeft(issued)) return errorPage(issued.left)
  const { accessToken, expiresIn } = issued.right
  return redirectToClient(asked, {
    access_token: accessToken,
    token_type: 'Bearer',
    ...(expiresIn === undefined ? {} : { expires_in: String(expiresIn) }),
  })
}

const giveCode = async (visit: PageContext, asked: AuthorizationRequest): Promise<HttpResponse> => {
  const { forge, visitor, caller } = visit
  const granted = await grantAuthorization(forge, caller(), {
    applicationId: asked.application.id,
    redirectUri: asked.redirectUri,
    scopes: asked.scopes,
    codeChallenge: asked.codeChallenge,
    nonce: asked.nonce,
    authenticatedAt: visitor.session.authenticatedAt,
  })
  if (E.isLeft(granted)) return errorPage(granted.left)
  const { code } = granted.right
  if (asked.redirectUri === OUT_OF_BAND) return redirect(`${NATIVE_PATH}?${new URLSearchParams({ code }).toString()}`)
  return redirectToClient(asked, { code })
}

/** The user consents: a code (or, in old releases, a token) is sent to the client. */
const approve = (visit: PageContext, asked: AuthorizationRequest): Promise<HttpResponse> =>
  asked.responseType === 'token' ? giveToken(visit, asked) : giveCode(visit, asked)

/** Consented before and still valid, or trusted by an administrator: no question is asked. A public client always asks. */
const isSettled = (
  { forge, visitor }: PageContext,
  { application, scopes, prompting }: AuthorizationRequest,
): boolean => {
  if (prompting.consentAgain) return false
  if (application.trusted || !application.confidential) return application.trusted
  const consented = hasConsented(forge, visitor, { applicationId: application.id, scopes })
  return E.isRight(consented) && consented.right
}

const isStale = ({ forge, visitor }: PageContext, { prompting }: AuthorizationRequest): boolean =>
  mustSignInAgain(prompting, visitor.session.authenticatedAt, forge.clock.now())

/** Whether the client expects a user other than the one signed in. */
const isAnother = async (
  { visitor }: PageContext,
  { idTokenHint }: AuthorizationRequest,
  idTokens: IdTokens,
): Promise<boolean> => idTokenHint !== undefined && (await subjectOf(idTokens, idTokenHint)) !== String(visitor.user.id)

/** Redirects to the sign-in page even if a user is signed in, and back; the parameters that required it are removed. */
const signInAgain = (request: HttpRequest): HttpResponse => {
  const returnTo = `${PATH}?${queryAfterSignIn(withoutSecrets(request.query))}`
  return redirect(`${SIGN_IN_PATH}?${new URLSearchParams({ prompt: 'login', return_to: returnTo }).toString()}`)
}

/** What the user has to be asked before the client gets an answer; undefined: nothing. */
const openQuestion = async (
  visit: PageContext,
  asked: AuthorizationRequest,
  idTokens: IdTokens,
): Promise<'interaction_required' | 'login_required' | 'consent_required' | undefined> => {
  if (visit.mustEnrol || awaitsTerms(visit.forge, visit.visitor.user)) return 'interaction_required'
  if (isStale(visit, asked) || (await isAnother(visit, asked, idTokens))) return 'login_required'
  if (lacksAdminMode(visit.visitor, asked.scopes)) return 'interaction_required'
  return isSettled(visit, asked) ? undefined : 'consent_required'
}

const requestIn = (forge: Forge, query: string): E.Either<Rejection, AuthorizationRequest> => {
  const params = paramsOfText(query)
  return E.isLeft(params)
    ? E.left(oauthError('invalid_request', 'The address is malformed.'))
    : authorizationRequest(forge, params.right)
}

const ask = async (visit: PageContext, idTokens: IdTokens): Promise<HttpResponse> => {
  const asked = requestIn(visit.forge, visit.request.query)
  if (E.isLeft(asked)) return errorPage(asked.left)
  if (isStale(visit, asked.right)) return signInAgain(visit.request)
  if (await isAnother(visit, asked.right, idTokens)) return redirectWithError(asked.right, 'login_required')
  if (lacksAdminMode(visit.visitor, asked.right.scopes))
    return toAdminMode(`${PATH}?${withoutSecrets(visit.request.query)}`)
  return isSettled(visit, asked.right) ? approve(visit, asked.right) : consentPage(visit, asked.right, PATH)
}

const answerSilently = async (visit: PageContext, idTokens: IdTokens): Promise<HttpResponse> => {
  const asked = requestIn(visit.forge, visit.request.query)
  if (E.isLeft(asked)) return errorPage(asked.left)
  const question = await openQuestion(visit, asked.right, idTokens)
  return question === undefined ? approve(visit, asked.right) : redirectWithError(asked.right, question)
}

/** Asks the user; with `prompt=none` answers without asking (OpenID Connect Core §3.1.2.3). */
const authorizePage = (idTokens: IdTokens): PlainRoute => {
  const aloud = visitorPage(PATH, (visit) => ask(visit, idTokens))
  const silent = visitorPage(PATH, (visit) => answerSilently(visit, idTokens), {
    duringEnrolment: true,
    beforeTerms: true,
  })
  return {
    ...aloud,
    handle: (request, params, context) => {
      const asked = requestIn(context.forge, request.query)
      if (E.isLeft(asked)) return aloud.handle(request, params, context)
      const { prompting, responseType } = asked.right
      if (responseType === 'token') context.usesDeprecated('oauth.implicit_grant')
      const isStranger = visitorOf(context.forge, request) === undefined
      if (prompting.silent)
        return isStranger ? redirectWithError(asked.right, 'login_required') : silent.handle(request, params, context)
      return isStranger && prompting.signInAgain ? signInAgain(request) : aloud.handle(request, params, context)
    },
  }
}

const adminModeIsOver = problem('Admin mode is over', 'Enter it again, then repeat what you did.', 403)

const decide = (visit: PageContext, form: RawParams): HttpResponse | Promise<HttpResponse> => {
  const asked = authorizationRequest(visit.forge, form)
  if (E.isLeft(asked)) return errorPage(asked.left)
  if (asked.right.responseType === 'token') visit.context.usesDeprecated('oauth.implicit_grant')
  const denies = visit.request.method === 'DELETE' || field(form, '_method')?.toLowerCase() === 'delete'
  if (denies) return redirectWithError(asked.right, 'access_denied')
  return lacksAdminMode(visit.visitor, asked.right.scopes) ? adminModeIsOver : approve(visit, asked.right)
}

const GUESSED: ReadonlySet<number> = new Set([400, 422])
const tooManyForms = tooManyTries(problem('Too many tries', TOO_MANY_TRIES, 429))

/** A wrong CSRF token, session or client may have been a guess and counts; a right one does not. */
const guessLimited = (route: PlainRoute, guessLimiter: GuessLimiter): PlainRoute => ({
  ...route,
  handle: async (request, params, context) => {
    const visitor = visitorOf(context.forge, request)
    const keys = consentGuess(request.remoteAddress, visitor?.user.id)
    if (!guessLimiter.allows(...keys)) return tooManyForms
    const answered = await route.handle(request, params, context)
    if (visitor !== undefined && !GUESSED.has(answered.status)) guessLimiter.wasRight(...keys)
    return answered
  },
})

/** The authorization endpoint: sign-in, consent, and the redirect back (docs/reference/behaviour/identity.md#authorization-requests). */
export const authorizeRoutes = (idTokens: IdTokens, guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> => [
  authorizePage(idTokens),
  guessLimited(visitorForm(PATH, decide), guessLimiter),
  guessLimited(visitorForm(PATH, decide, { method: 'DELETE' }), guessLimiter),
]
