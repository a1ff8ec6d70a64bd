import { grantAuthorization } from '@forgefold/core/domains/authorization-grant'
import { OUT_OF_BAND } from '@forgefold/core/domains/oauth-application'
import { issueTokens } from '@forgefold/core/domains/oauth-token'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpResponse, type PlainRoute, paramsOfText, type RawParams } from '../http/index.js'
import { consentGuess, type GuessingBrake } from '../limits/guessing.js'
import { braked, field, problem, TOO_MANY_TRIES, tokenField } from '../pages/forms.js'
import { html } from '../pages/html.js'
import { redirect } from '../pages/layout.js'
import { MEANINGS } from '../pages/scope-meanings.js'
import { visitorOf } from '../pages/session.js'
import { type Visit, visitorForm, visitorPage } from '../pages/visit.js'
import { type AuthorizationRequest, authorizationRequest } from './authorization-request.js'
import { NATIVE_PATH } from './native.js'

const PATH = '/oauth/authorize'

const errorPage = (rejection: Rejection): HttpResponse =>
  rejection.kind === 'OAuth'
    ? problem('This request cannot be authorized', rejection.error.description, 400)
    : problem('This request cannot be authorized', 'Try again in a moment.', 503)

/** The redirect URI with what is to be told to the client: the issuer, so that a client of several providers notices a mix-up (RFC 9207), and the state unchanged. */
const backTo = (
  visit: Visit,
  { redirectUri, state, responseType }: AuthorizationRequest,
  told: Readonly<Record<string, string>>,
): HttpResponse => {
  const pairs = new URLSearchParams({
    ...told,
    iss: visit.context.baseUrl,
    ...(state === undefined ? {} : { state }),
  }).toString()
  if (responseType === 'token') return redirect(`${redirectUri}#${pairs}`)
  return redirect(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${pairs}`)
}

const giveToken = async (visit: Visit, asked: AuthorizationRequest): Promise<HttpResponse> => {
  const { forge, context, visitor } = visit
  const familyId = await forge.numbers.next('oauth-token')
  if (E.isLeft(familyId)) return errorPage(familyId.left)
  const issued = await issueTokens(forge, context.commandBy(visitor.principal), familyId.right, {
    grant: 'implicit',
    application: asked.application,
    userId: visitor.user.id,
    scopes: asked.scopes,
    refreshable: false,
    redirectUri: asked.redirectUri,
    codeChallenge: null,
  })
  if (E.isLeft(issued)) return errorPage(issued.left)
  const { accessToken, expiresIn } = issued.right
  return backTo(visit, asked, {
    access_token: accessToken,
    token_type: 'Bearer',
    ...(expiresIn === undefined ? {} : { expires_in: String(expiresIn) }),
  })
}

const giveCode = async (visit: Visit, asked: AuthorizationRequest): Promise<HttpResponse> => {
  const { forge, context, visitor } = visit
  const granted = await grantAuthorization({
    context: context.commandBy(visitor.principal),
    applicationId: asked.application.id,
    userId: visitor.user.id,
    redirectUri: asked.redirectUri,
    scopes: asked.scopes,
    codeChallenge: asked.codeChallenge,
    nonce: asked.nonce,
  })(forge)()
  if (E.isLeft(granted)) return errorPage(granted.left)
  const { code } = granted.right
  if (asked.redirectUri === OUT_OF_BAND) return redirect(`${NATIVE_PATH}?${new URLSearchParams({ code }).toString()}`)
  return backTo(visit, asked, { code })
}

/** The user agrees: a code (or, in old releases, a token) goes back to the client. */
const approve = (visit: Visit, asked: AuthorizationRequest): Promise<HttpResponse> =>
  asked.responseType === 'token' ? giveToken(visit, asked) : giveCode(visit, asked)

const DENIED = 'The resource owner or authorization server denied the request.'

const deny = (visit: Visit, asked: AuthorizationRequest): HttpResponse =>
  asked.redirectUri === OUT_OF_BAND
    ? problem('Denied', 'The application gets no access. You may close this page.', 200)
    : backTo(visit, asked, { error: 'access_denied', error_description: DENIED })

const hidden = ({ csrf }: Visit, asked: AuthorizationRequest) => {
  const fields: Readonly<Record<string, string | null | undefined>> = {
    client_id: asked.application.uid,
    redirect_uri: asked.redirectUri,
    response_type: asked.responseType,
    scope: asked.scopes.join(' '),
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: asked.codeChallenge,
    code_challenge_method: asked.codeChallenge === null ? null : 'S256',
  }
  return html`${tokenField(csrf)}${Object.entries(fields).map(([name, value]) =>
    value === null || value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
}

/** Where the browser goes, in short: people read the host. */
const placeOf = (redirectUri: string): string => {
  if (redirectUri === OUT_OF_BAND) return 'a page that shows you a code'
  const url = new URL(redirectUri)
  return url.host === '' ? `the application ${url.protocol}` : url.host
}

const consentPage = (visit: Visit, asked: AuthorizationRequest): HttpResponse => {
  const { forge, visitor } = visit
  const { application, scopes, redirectUri } = asked
  const owner = application.ownerId === null ? 'an administrator' : forge.read.users.card(application.ownerId).name
  const fields = hidden(visit, asked)
  return visit.page({
    title: `Authorize ${application.name}`,
    width: 'narrow',
    leadsAway: true,
    body: html`<section class="card">
<h1>Authorize ${application.name}?</h1>
<p><strong>${application.name}</strong>, registered by ${owner}, would like to use your account <strong>@${visitor.user.username}</strong>. It would be able to:</p>
<ul class="plain">${scopes.map((scope) => html`<li>${MEANINGS[scope]} <code>${scope}</code></li>`)}</ul>
<p class="hint">You will be sent to <strong>${placeOf(redirectUri)}</strong> <span class="code">${redirectUri}</span></p>
<div class="actions">
<form method="post" action="${PATH}">${fields}<button type="submit" name="commit" value="Authorize">Authorize</button></form>
<form method="post" action="${PATH}"><input type="hidden" name="_method" value="delete">${fields}<button type="submit" class="danger" name="commit" value="Deny">Deny</button></form>
</div>
</section>`,
  })
}

/** Asked before and still allowed, or trusted by an administrator: nobody is asked again. A public client always asks. */
const isSettled = ({ forge, visitor }: Visit, { application, scopes }: AuthorizationRequest): boolean =>
  application.trusted ||
  (application.confidential && forge.read.oauthTokens.consented(visitor.user.id, application.id, scopes))

const ask = (visit: Visit): HttpResponse | Promise<HttpResponse> => {
  const params = paramsOfText(visit.request.query)
  if (E.isLeft(params)) return problem('This request cannot be authorized', 'Its address is malformed.', 400)
  const asked = authorizationRequest(visit.forge, params.right)
  if (E.isLeft(asked)) return errorPage(asked.left)
  return isSettled(visit, asked.right) ? approve(visit, asked.right) : consentPage(visit, asked.right)
}

const decide = (visit: Visit, form: RawParams): HttpResponse | Promise<HttpResponse> => {
  const asked = authorizationRequest(visit.forge, form)
  if (E.isLeft(asked)) return errorPage(asked.left)
  const denies = visit.request.method === 'DELETE' || field(form, '_method')?.toLowerCase() === 'delete'
  return denies ? deny(visit, asked.right) : approve(visit, asked.right)
}

const GUESSED: ReadonlySet<number> = new Set([400, 422])
const tooManyForms = braked(problem('Too many tries', TOO_MANY_TRIES, 429))

/** A form's token, a session or a client that is wrong may have been a guess: it counts, and what is right does not. */
const slowed = (route: PlainRoute, brake: GuessingBrake): PlainRoute => ({
  ...route,
  handle: async (request, params, context) => {
    const visitor = visitorOf(context.forge, request)
    const keys = consentGuess(request.remoteAddress, visitor?.user.id)
    if (!brake.allows(...keys)) return tooManyForms
    const answered = await route.handle(request, params, context)
    if (visitor !== undefined && !GUESSED.has(answered.status)) brake.wasRight(...keys)
    return answered
  },
})

/** The authorization endpoint: sign-in, consent, and the way back (contract 1, GET /oauth/authorize). */
export const authorizeRoutes = (brake: GuessingBrake): ReadonlyArray<PlainRoute> => [
  visitorPage(PATH, ask),
  slowed(visitorForm(PATH, decide), brake),
  slowed(visitorForm(PATH, decide, { method: 'DELETE' }), brake),
]
