import {
  changeApplication,
  listOwnApplications,
  type OAuthApplicationRow,
  readOwnApplication,
  registerApplication,
  renewSecret,
} from '@forgefold/core/domains/identity/oauth-application'
import {
  deleteApplication,
  listAuthorizedApplications,
  revokeConsent,
} from '@forgefold/core/domains/identity/oauth-token'
import { usersMayRegisterApplications } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute, RawParams } from '../../http/index.js'
import { oneTimeSecrets } from '../flash.js'
import { type Findings, findingsOf, problem, tokenField } from '../forms.js'
import { type Html, html } from '../html.js'
import { type PageContext, visitorForm, visitorPage } from '../page-context.js'
import { BLANK, detailsOf, formOf, typedIn, typedOf } from './application-form.js'

const PATH = '/profile/applications'

/** Where there are more, they are shown once some of these are deleted. */
const MAX_SHOWN = 100

const post = ({ csrf }: PageContext, action: string, label: string, kind: 'danger' | 'quiet', about: string): Html =>
  html`<form method="post" action="${action}">${tokenField(csrf)}<button class="${kind}" aria-label="${label} ${about}">${label}</button></form>`

const ownList = (visit: PageContext): Html => {
  const listed = listOwnApplications(visit.forge, visit.visitor, MAX_SHOWN)
  const rows = E.isRight(listed) ? listed.right : []
  if (rows.length === 0) return html`<p>You have registered none.</p>`
  return html`<table><thead><tr><th scope="col">Name</th><th scope="col">Redirect URIs</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead><tbody>
${rows.map(
  (row) =>
    html`<tr><th scope="row"><a href="${PATH}/${row.id}">${row.name}</a></th><td>${row.redirectUris.map((uri) => html`<span class="code">${uri}</span><br>`)}</td><td class="doing">${post(visit, `${PATH}/${row.id}/delete`, 'Delete', 'danger', row.name)}</td></tr>`,
)}
</tbody></table>`
}

/** Applications that hold an active token of the visitor. */
const allowedList = (visit: PageContext): Html => {
  const listed = listAuthorizedApplications(visit.forge, visit.visitor)
  const allowed = E.isRight(listed) ? listed.right : []
  if (allowed.length === 0) return html`<p>No application acts for you.</p>`
  return html`<table><thead><tr><th scope="col">Name</th><th scope="col">Scopes</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead><tbody>
${allowed.map(({ id, scopes, ...rest }) => {
  const name = rest.name ?? 'A deleted application'
  return html`<tr><th scope="row">${name}</th><td>${[...scopes].map((scope) => html`<code>${scope}</code> `)}</td><td class="doing">${post(visit, `${PATH}/${id}/revoke`, 'Revoke', 'danger', name)}</td></tr>`
})}
</tbody></table>`
}

const listPage = (visit: PageContext, typed = BLANK, wrong: Findings = {}): HttpResponse => {
  const mayRegister = usersMayRegisterApplications(visit.forge.settings.current())
  return visit.page({
    title: 'Applications',
    place: PATH,
    width: 'wide',
    status: Object.keys(wrong).length === 0 ? 200 : 422,
    body: html`<h1>Applications</h1>
<section class="card" aria-labelledby="yours"><h2 id="yours">Your applications</h2>${ownList(visit)}</section>
<section class="card" aria-labelledby="allowed"><h2 id="allowed">Authorized applications</h2>${allowedList(visit)}</section>
${
  mayRegister
    ? html`<section class="card" aria-labelledby="new"><h2 id="new">Register an application</h2>${wrong['']?.map((text) => html`<p class="wrong" role="alert">${text}</p>`)}${formOf(visit, PATH, typed, wrong, 'Register')}</section>`
    : html`<p class="hint">Registering applications is switched off on this instance.</p>`
}`,
  })
}

const missing = problem('No such application', 'It was deleted, or it is not yours.', 404)

/** The visitor's own application in the path. */
const ownOf = ({ forge, visitor, params }: PageContext): OAuthApplicationRow | undefined => {
  const id = /^[1-9]\d{0,14}$/.test(params['id'] ?? '') ? Number(params['id']) : undefined
  const own = id === undefined ? undefined : readOwnApplication(forge, visitor, id)
  return own !== undefined && E.isRight(own) ? own.right : undefined
}

const onePage = (
  visit: PageContext,
  row: OAuthApplicationRow,
  typed = typedOf(row),
  wrong: Findings = {},
): HttpResponse =>
  visit.page({
    title: row.name,
    place: PATH,
    status: Object.keys(wrong).length === 0 ? 200 : 422,
    body: html`<h1>${row.name}</h1>
${oneTimeSecrets(visit.flash)}
<section class="card" aria-labelledby="credentials"><h2 id="credentials">Credentials</h2>
<dl><dt>Application ID</dt><dd class="secret"><code id="application_id">${row.uid}</code></dd><dt>Secret</dt><dd>Shown only when it is made.</dd></dl>
<div class="actions">${post(visit, `${PATH}/${row.id}/renew`, 'Renew secret', 'quiet', `of ${row.name}`)}</div></section>
<section class="card" aria-labelledby="change"><h2 id="change">Change</h2>${formOf(visit, `${PATH}/${row.id}`, typed, wrong, 'Save')}</section>
<section class="card" aria-labelledby="gone"><h2 id="gone">Delete</h2><p>Its tokens stop working at once.</p><div class="actions">${post(visit, `${PATH}/${row.id}/delete`, 'Delete', 'danger', row.name)}</div></section>`,
  })

const register = async (visit: PageContext, form: RawParams): Promise<HttpResponse> => {
  const { forge, visitor } = visit
  if (!usersMayRegisterApplications(forge.settings.current())) return listPage(visit)
  const typed = typedIn(form)
  const details = detailsOf(forge, typed)
  const made = await registerApplication(forge, visit.caller(), { ownerId: visitor.user.id, ...details })
  if (E.isLeft(made)) return listPage(visit, typed, findingsOf(made.left))
  const { application, secret } = made.right
  const secrets = [{ label: 'Secret', value: secret }]
  return visit.done(`${PATH}/${application.id}`, { notice: 'The application is registered.', secrets })
}

const change = async (visit: PageContext, form: RawParams): Promise<HttpResponse> => {
  const row = ownOf(visit)
  if (row === undefined) return missing
  const typed = typedIn(form)
  const done = await changeApplication(visit.forge, visit.caller(), {
    id: row.id,
    details: detailsOf(visit.forge, typed),
  })
  if (E.isLeft(done)) return onePage(visit, row, typed, findingsOf(done.left))
  return visit.done(`${PATH}/${row.id}`, { notice: 'The application is changed.' })
}

const renew = async (visit: PageContext): Promise<HttpResponse> => {
  const row = ownOf(visit)
  if (row === undefined) return missing
  const done = await renewSecret(visit.forge, visit.caller(), row.id)
  if (E.isLeft(done)) return onePage(visit, row, typedOf(row), findingsOf(done.left))
  const secrets = [{ label: 'Secret', value: done.right.secret }]
  return visit.done(`${PATH}/${row.id}`, { notice: 'The old secret is void.', secrets })
}

const remove = async (visit: PageContext): Promise<HttpResponse> => {
  const row = ownOf(visit)
  if (row === undefined) return missing
  const done = await deleteApplication(visit.forge, visit.caller(), row.id)
  if (E.isLeft(done)) return onePage(visit, row, typedOf(row), findingsOf(done.left))
  return visit.done(PATH, { notice: `${row.name} is deleted.` })
}

const revoke = async (visit: PageContext): Promise<HttpResponse> => {
  const id = Number(visit.params['id'])
  if (!Number.isSafeInteger(id)) return missing
  const done = await revokeConsent(visit.forge, visit.caller(), id)
  if (E.isLeft(done)) return listPage(visit, BLANK, findingsOf(done.left))
  return visit.done(PATH, { notice: 'It no longer acts for you.' })
}

/** `/profile/applications`: register, list, change, renew, delete; and revoke the authorization of other applications. */
export const applicationPages: ReadonlyArray<PlainRoute> = [
  visitorPage(PATH, (visit) => listPage(visit)),
  visitorForm(PATH, register),
  visitorPage(`${PATH}/:id`, (visit) => {
    const row = ownOf(visit)
    return row === undefined ? missing : onePage(visit, row)
  }),
  visitorForm(`${PATH}/:id`, change),
  visitorForm(`${PATH}/:id/renew`, renew),
  visitorForm(`${PATH}/:id/delete`, remove),
  visitorForm(`${PATH}/:id/revoke`, revoke),
]
