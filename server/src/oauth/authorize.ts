import type { Scope } from '@forgefold/core/access'
import { grantAuthorization } from '@forgefold/core/domains/authorization-grant'
import { OUT_OF_BAND } from '@forgefold/core/domains/oauth-application'
import { issueTokens } from '@forgefold/core/domains/oauth-token'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpRequest, type HttpResponse, type PlainRoute, paramsOfText, plainRoute } from '../http/index.js'
import type { RequestContext } from '../http/route.js'
import { formToken } from '../pages/cookies.js'
import { field, problem, readForm, tokenField } from '../pages/forms.js'
import { html } from '../pages/html.js'
import { page, redirect } from '../pages/layout.js'
import { type Visitor, visitorOf } from '../pages/session.js'
import { type AuthorizationRequest, authorizationRequest } from './authorization-request.js'

const PATH = '/oauth/authorize'

/** What each scope lets a client do, for those who are asked. */
const MEANINGS: Readonly<Record<Scope, string>> = {
  api: 'Read and change everything you can reach through the API',
  read_api: 'Read everything you can reach through the API',
  read_user: 'Read your profile',
  read_repository: 'Read repositories you can reach',
  write_repository: 'Read and change repositories you can reach',
  read_registry: 'Read container images you can reach',
  write_registry: 'Write container images where you may',
  sudo: 'Act as any user, if you are an administrator',
  openid: 'Know who you are',
  profile: 'Read your public profile',
  email: 'Read your e-mail address',
}

const errorPage = (rejection: Rejection): HttpResponse =>
  rejection.kind === 'OAuth'
    ? problem('This request cannot be authorized', rejection.error.description, 400)
    : problem('This request cannot be authorized', 'Try again in a moment.', 503)

/** The redirect URI with what is to be told to the client, in its query or its fragment. */
const backTo = (
  { redirectUri, state }: AuthorizationRequest,
  told: Readonly<Record<string, string>>,
  where: 'query' | 'fragment' = 'query',
): string => {
  const pairs = new URLSearchParams({ ...told, ...(state === undefined ? {} : { state }) }).toString()
  if (where === 'fragment') return `${redirectUri}#${pairs}`
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${pairs}`
}

const implicit = async (
  context: RequestContext,
  visitor: Visitor,
  asked: AuthorizationRequest,
): Promise<E.Either<Rejection, string>> => {
  const { forge } = context
  const familyId = await forge.numbers.next('oauth-token')
  if (E.isLeft(familyId)) return familyId
  const issued = await issueTokens(forge, context.commandBy(visitor.principal), familyId.right, {
    grant: 'implicit',
    application: asked.application,
    userId: visitor.user.id,
    scopes: asked.scopes,
    refreshable: false,
    redirectUri: asked.redirectUri,
    codeChallenge: null,
  })
  if (E.isLeft(issued)) return issued
  const { accessToken, expiresIn } = issued.right
  const told = {
    access_token: accessToken,
    token_type: 'Bearer',
    ...(expiresIn === undefined ? {} : { expires_in: String(expiresIn) }),
  }
  return E.right(backTo(asked, told, 'fragment'))
}

/** The user agrees: a code (or, in old releases, a token) goes back to the client. */
const approve = async (
  context: RequestContext,
  visitor: Visitor,
  asked: AuthorizationRequest,
): Promise<HttpResponse> => {
  if (asked.responseType === 'token') {
    const location = await implicit(context, visitor, asked)
    return E.isLeft(location) ? errorPage(location.left) : redirect(location.right)
  }
  const granted = await grantAuthorization({
    context: context.commandBy(visitor.principal),
    applicationId: asked.application.id,
    userId: visitor.user.id,
    redirectUri: asked.redirectUri,
    scopes: asked.scopes,
    codeChallenge: asked.codeChallenge,
    nonce: asked.nonce,
  })(context.forge)()
  if (E.isLeft(granted)) return errorPage(granted.left)
  const { code } = granted.right
  if (asked.redirectUri === OUT_OF_BAND)
    return page({
      title: 'Authorization code',
      narrow: true,
      body: html`<section class="card"><h1>Authorization code</h1><p>Copy this code into the application:</p><p class="code"><code id="authorization_code">${code}</code></p></section>`,
    })
  // The issuer lets a client of several providers notice a mix-up (RFC 9207).
  return redirect(backTo(asked, { code, iss: context.baseUrl }))
}

const deny = (context: RequestContext, asked: AuthorizationRequest): HttpResponse => {
  const told = {
    error: 'access_denied',
    error_description: 'The resource owner or authorization server denied the request.',
    iss: context.baseUrl,
  }
  return redirect(backTo(asked, told, asked.responseType === 'token' ? 'fragment' : 'query'))
}

const hidden = (asked: AuthorizationRequest, token: string) => html`${tokenField(token)}
<input type="hidden" name="client_id" value="${asked.application.uid}">
<input type="hidden" name="redirect_uri" value="${asked.redirectUri}">
<input type="hidden" name="response_type" value="${asked.responseType}">
<input type="hidden" name="scope" value="${asked.scopes.join(' ')}">
${asked.state === undefined ? '' : html`<input type="hidden" name="state" value="${asked.state}">`}
${asked.nonce === null ? '' : html`<input type="hidden" name="nonce" value="${asked.nonce}">`}
${
  asked.codeChallenge === null
    ? ''
    : html`<input type="hidden" name="code_challenge" value="${asked.codeChallenge}"><input type="hidden" name="code_challenge_method" value="S256">`
}`

const consentPage = (
  context: RequestContext,
  request: HttpRequest,
  visitor: Visitor,
  asked: AuthorizationRequest,
): HttpResponse => {
  const { forge } = context
  const token = formToken(forge, request)
  const { application } = asked
  const owner = application.ownerId === null ? undefined : forge.read.users.card(application.ownerId)
  return page({
    title: 'Authorize',
    narrow: true,
    user: { name: visitor.user.name, csrf: token.value },
    headers: token.headers,
    body: html`<section class="card">
<h1>Authorize ${application.name}?</h1>
<p><strong>${application.name}</strong>${owner === undefined ? ' (registered by an administrator)' : html` (registered by ${owner.name})`} would like to use your account <strong>${visitor.user.username}</strong>. It would be able to:</p>
<ul class="plain">${asked.scopes.map((scope) => html`<li><code>${scope}</code>: ${MEANINGS[scope]}</li>`)}</ul>
<p class="hint">You will be sent to <span class="code">${asked.redirectUri}</span></p>
<div class="actions">
<form method="post" action="${PATH}">${hidden(asked, token.value)}<button type="submit" name="commit" value="Authorize">Authorize</button></form>
<form method="post" action="${PATH}"><input type="hidden" name="_method" value="delete">${hidden(asked, token.value)}<button type="submit" class="danger" name="commit" value="Deny">Deny</button></form>
</div>
</section>`,
  })
}

/** Asked before and still allowed, or trusted by an administrator: nobody is asked again. A public client always asks. */
const isSettled = (
  { forge }: RequestContext,
  visitor: Visitor,
  { application, scopes }: AuthorizationRequest,
): boolean =>
  application.trusted ||
  (application.confidential && forge.read.oauthTokens.consented(visitor.user.id, application.id, scopes))

/** The authorization endpoint: sign-in, consent, and the way back (contract 1, GET /oauth/authorize). */
export const authorizeRoutes: ReadonlyArray<PlainRoute> = [
  plainRoute({
    method: 'GET',
    path: PATH,
    handle: async (request, _, context) => {
      const { forge } = context
      const params = paramsOfText(request.query)
      if (E.isLeft(params)) return problem('This request cannot be authorized', 'Its address is malformed.', 400)
      const visitor = visitorOf(forge, request)
      if (visitor === undefined)
        return redirect(`/users/sign_in?return_to=${encodeURIComponent(`${PATH}?${request.query}`)}`)
      const asked = authorizationRequest(forge, params.right)
      if (E.isLeft(asked)) return errorPage(asked.left)
      return isSettled(context, visitor, asked.right)
        ? approve(context, visitor, asked.right)
        : consentPage(context, request, visitor, asked.right)
    },
  }),
  plainRoute({
    method: 'POST',
    path: PATH,
    handle: async (request, _, context) => {
      const form = await readForm(context.forge, request)
      if (E.isLeft(form)) return form.left
      const visitor = visitorOf(context.forge, request)
      if (visitor === undefined) return redirect('/users/sign_in')
      const asked = authorizationRequest(context.forge, form.right)
      if (E.isLeft(asked)) return errorPage(asked.left)
      return field(form.right, '_method')?.toLowerCase() === 'delete'
        ? deny(context, asked.right)
        : approve(context, visitor, asked.right)
    },
  }),
]
