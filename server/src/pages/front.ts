import { readsHistory } from '@forgefold/core/access'
import { homePage, mayRegister } from '@forgefold/core/domains/identity/user'
import { dashboardsFor } from '@forgefold/core/domains/instance/operation'
import { visitorOf } from '../auth/sessions.js'
import { type PlainRoute, plainRoute } from '../http/index.js'
import { formToken } from './form-token.js'
import { html } from './html.js'
import { page, redirect } from './layout.js'
import { signingOutLeadsAway } from './sign-out.js'

/** `/`: what this server is, and links to its main pages. */
export const frontRoute: PlainRoute = plainRoute({
  method: 'GET',
  path: '/',
  handle: (request, _, { forge }) => {
    const visitor = visitorOf(forge, request)
    const elsewhere = visitor === undefined ? homePage(forge.settings.current()) : undefined
    if (elsewhere !== undefined) return redirect(elsewhere)
    const { externalUrl, release } = forge.instance
    const token = formToken(forge, request)
    const dashboards = dashboardsFor(visitor?.user.admin === true, forge.settings.current())
    return page({
      title: 'A software forge',
      user: visitor === undefined ? undefined : { name: visitor.user.name, csrf: token.value },
      headers: token.headers,
      leadsAway: signingOutLeadsAway(forge),
      body: html`<h1>Forgefold</h1>
<section class="card" aria-labelledby="work"><h2 id="work">Work with it</h2>
<dl class="facts"><dt>API</dt><dd><code>${externalUrl}/api/v4</code>, release ${release}</dd>
<dt>Git</dt><dd><code>git clone ${externalUrl}/group/project.git</code></dd></dl></section>
<section class="card" aria-labelledby="places"><h2 id="places">Places</h2>
<ul class="plain">
${
  visitor === undefined
    ? html`<li><a href="/users/sign_in">Sign in</a></li>${mayRegister(forge.settings.current()) ? html`<li><a href="/users/sign_up">Register</a></li>` : ''}`
    : html`<li><a href="/dashboard">Your projects</a></li><li><a href="/dashboard/todos">To-do items</a></li><li><a href="/profile">Your profile</a></li><li><a href="/profile/applications">Applications</a></li><li><a href="/profile/personal_access_tokens">Access tokens</a></li>`
}
<li><a href="/explore">Projects</a></li>
${visitor?.user.admin === true ? html`<li><a href="/admin/users">Users</a></li><li><a href="/admin/application_settings">Settings of the instance</a></li><li><a href="/admin/reactors">Reactors</a></li>` : ''}
${visitor !== undefined && (visitor.user.admin || readsHistory(visitor.principal)) ? html`<li><a href="/-/audit">What happened</a></li>` : ''}
${dashboards === undefined ? '' : html`<li><a href="${dashboards}">Dashboards</a></li>`}
<li><a href="/help">Help</a></li>
<li><a href="/-/deprecations">What changes between API releases</a></li>
<li><a href="/.well-known/openid-configuration">How other software signs people in here</a></li>
</ul></section>`,
    })
  },
})
