import { ADMIN_SCOPES } from '@forgefold/core/access'
import { offeredScopes } from '@forgefold/core/app'
import {
  createToken,
  listOwnActiveTokens,
  revokeOwnToken,
  TOKEN_SCOPES,
  type TokenRow,
} from '@forgefold/core/domains/identity/personal-access-token'
import { type Day, dayOf, readDay } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute, RawParams } from '../../http/index.js'
import { oneTimeSecrets } from '../flash.js'
import { type Findings, field, fields, findingsOf, input, problem, tokenField } from '../forms.js'
import { type Html, html } from '../html.js'
import { type PageContext, visitorForm, visitorPage } from '../page-context.js'
import { scopeChoices } from '../scope-meanings.js'

const PATH = '/profile/personal_access_tokens'
const MAX_SHOWN = 100

/** The values of the form, as typed. */
interface Typed {
  readonly name: string
  readonly expiresAt: string
  readonly scopes: ReadonlyArray<string>
}

const BLANK: Typed = { name: '', expiresAt: '', scopes: [] }

/** Some scopes are for administrators, who may grant them only in admin mode. */
const offeredTo = ({ forge, visitor }: PageContext) =>
  offeredScopes(TOKEN_SCOPES, forge.instance.release).filter(
    (scope) => visitor.principal.admin || !ADMIN_SCOPES.has(scope),
  )

const todayOf = ({ forge }: PageContext): Day => dayOf(forge.clock.now())

const activeOf = ({ forge, visitor }: PageContext): ReadonlyArray<TokenRow> => {
  const tokens = listOwnActiveTokens(forge, visitor, MAX_SHOWN)
  return E.isRight(tokens) ? tokens.right : []
}

const dayText = (moment: string | null, none: string): string => (moment === null ? none : moment.slice(0, 10))

const rowOf = ({ csrf }: PageContext, token: TokenRow): Html => html`<tr>
<th scope="row">${token.name}</th>
<td data-label="Scopes">${token.scopes.map((scope) => html`<code>${scope}</code> `)}</td>
<td data-label="Made">${dayText(token.createdAt, '')}</td>
<td data-label="Last used">${dayText(token.lastUsedAt, 'Never')}</td>
<td data-label="Expires">${dayText(token.expiresAt, 'Never')}</td>
<td class="doing"><form method="post" action="${PATH}/${token.id}/revoke">${tokenField(csrf)}<button class="danger" aria-label="Revoke ${token.name}">Revoke</button></form></td>
</tr>`

const tableOf = (visit: PageContext): Html => {
  const tokens = activeOf(visit)
  if (tokens.length === 0) return html`<p>You have none.</p>`
  return html`<table><thead><tr><th scope="col">Name</th><th scope="col">Scopes</th><th scope="col">Made</th><th scope="col">Last used</th><th scope="col">Expires</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead>
<tbody>${tokens.map((token) => rowOf(visit, token))}</tbody></table>`
}

const listPage = (visit: PageContext, typed = BLANK, wrong: Findings = {}): HttpResponse =>
  visit.page({
    title: 'Access tokens',
    place: PATH,
    width: 'wide',
    status: Object.keys(wrong).length === 0 ? 200 : 422,
    body: html`<h1>Personal access tokens</h1>
${oneTimeSecrets(visit.flash)}
<section class="card" aria-labelledby="active"><h2 id="active">Active tokens</h2>${tableOf(visit)}</section>
<section class="card" aria-labelledby="new"><h2 id="new">Make a token</h2>
${wrong['']?.map((text) => html`<p class="wrong" role="alert">${text}</p>`)}
<form method="post" action="${PATH}">
${tokenField(visit.csrf)}
${input({ id: 'name', name: 'name', label: 'Name', value: typed.name, hint: 'What it is for.', wrong: wrong['name'] })}
${input({ id: 'expires_at', name: 'expires_at', label: 'Expires on', type: 'date', value: typed.expiresAt, optional: true, hint: 'It is dead from 00:00 UTC of that day on.', wrong: wrong['expires_at'], min: todayOf(visit) })}
${scopeChoices(offeredTo(visit), typed.scopes, wrong['scopes']?.join(', '))}
<div class="actions"><button type="submit">Make token</button></div>
</form></section>`,
  })

const make = async (visit: PageContext, form: RawParams): Promise<HttpResponse> => {
  const typed: Typed = {
    name: field(form, 'name') ?? '',
    expiresAt: field(form, 'expires_at') ?? '',
    scopes: fields(form, 'scopes'),
  }
  const expiresAt = readDay(typed.expiresAt)
  if (typed.expiresAt !== '' && expiresAt === undefined) return listPage(visit, typed, { expires_at: ['is no day'] })
  const made = await createToken(visit.forge, visit.caller(), {
    userId: visit.visitor.user.id,
    name: typed.name.trim(),
    scopes: offeredTo(visit).filter((scope) => typed.scopes.includes(scope)),
    expiresAt: expiresAt ?? null,
  })
  if (E.isLeft(made)) return listPage(visit, typed, findingsOf(made.left))
  const secrets = [{ label: made.right.token.name, value: made.right.secret }]
  return visit.done(PATH, { notice: 'The token is made.', secrets })
}

const missing = problem('No such token', 'It is not one of yours.', 404)

const revoke = async (visit: PageContext): Promise<HttpResponse> => {
  const id = Number(visit.params['id'])
  if (!Number.isSafeInteger(id)) return missing
  const revoked = await revokeOwnToken(visit.forge, visit.caller(), id)
  if (E.isRight(revoked)) return visit.done(PATH, { notice: `${revoked.right.name} is revoked.` })
  return revoked.left.kind === 'NotFound' ? missing : listPage(visit, BLANK, findingsOf(revoked.left))
}

/** `/profile/personal_access_tokens`: list, create (shown once), revoke. */
export const personalAccessTokenPages: ReadonlyArray<PlainRoute> = [
  visitorPage(PATH, (visit) => listPage(visit)),
  visitorForm(PATH, make),
  visitorForm(`${PATH}/:id/revoke`, revoke),
]
