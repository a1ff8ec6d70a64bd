import { CHALLENGE_METHODS } from '@forgefold/core/domains/identity/authorization-grant'
import { OUT_OF_BAND } from '@forgefold/core/domains/identity/oauth-application'
import { userCard } from '@forgefold/core/domains/identity/user'
import type { HttpResponse } from '../http/index.js'
import { tokenField } from '../pages/forms.js'
import { html } from '../pages/html.js'
import type { PageContext } from '../pages/page-context.js'
import { SCOPE_MEANINGS } from '../pages/scope-meanings.js'
import type { AuthorizationRequest } from './authorization-request.js'

const hidden = ({ csrf }: PageContext, asked: AuthorizationRequest) => {
  const fields: Readonly<Record<string, string | null | undefined>> = {
    client_id: asked.application.uid,
    redirect_uri: asked.redirectUri,
    response_type: asked.responseType,
    response_mode: asked.responseMode,
    scope: asked.scopes.join(' '),
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: asked.codeChallenge,
    code_challenge_method: asked.codeChallenge === null ? null : CHALLENGE_METHODS[0],
  }
  return html`${tokenField(csrf)}${Object.entries(fields).map(([name, value]) =>
    value === null || value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
}

/** The target of the redirect in short form, with its host. */
const placeOf = (redirectUri: string): string => {
  if (redirectUri === OUT_OF_BAND) return 'a page that shows you a code'
  const url = new URL(redirectUri)
  return url.host === '' ? `the application ${url.protocol}` : url.host
}

/** Asks the user whether a client may act for them; both of its forms go to `action`. */
export const consentPage = (visit: PageContext, asked: AuthorizationRequest, action: string): HttpResponse => {
  const { forge, visitor } = visit
  const { application, scopes, redirectUri } = asked
  const owner = application.ownerId === null ? 'an administrator' : userCard(forge, application.ownerId).name
  const fields = hidden(visit, asked)
  return visit.page({
    title: `Authorize ${application.name}`,
    width: 'narrow',
    leadsAway: true,
    body: html`<section class="card">
<h1>Authorize ${application.name}?</h1>
<p><strong>${application.name}</strong>, registered by ${owner}, would like to use your account <strong>@${visitor.user.username}</strong>. It would be able to:</p>
<ul class="plain">${scopes.map((scope) => html`<li>${SCOPE_MEANINGS[scope]} <code>${scope}</code></li>`)}</ul>
<p class="hint">You will be sent to <strong>${placeOf(redirectUri)}</strong> <span class="code">${redirectUri}</span></p>
<div class="actions">
<form method="post" action="${action}">${fields}<button type="submit" name="commit" value="Authorize">Authorize</button></form>
<form method="post" action="${action}"><input type="hidden" name="_method" value="delete">${fields}<button type="submit" class="danger" name="commit" value="Deny">Deny</button></form>
</div>
</section>`,
  })
}
