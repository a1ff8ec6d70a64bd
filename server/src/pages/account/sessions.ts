import { endOtherSessions, listOwnSessions, type SessionRow } from '@forgefold/core/domains/identity/session'
import * as E from 'fp-ts/lib/Either.js'
import type { PlainRoute } from '../../http/index.js'
import { failurePage, tokenField } from '../forms.js'
import { type Html, html } from '../html.js'
import { visitorForm, visitorPage } from '../page-context.js'

const PATH = '/profile/active_sessions'

const moment = (at: string): string => `${at.slice(0, 10)}, ${at.slice(11, 16)} UTC`

const rowOf = ({ authenticatedAt, expiresAt, twoFactor }: SessionRow, isThis: boolean): Html => html`<tr>
<th scope="row">${isThis ? 'This browser' : 'Another browser'}</th>
<td data-label="Signed in">${moment(authenticatedAt)}</td>
<td data-label="Expires">${moment(expiresAt)}</td>
<td data-label="Second factor">${twoFactor ? 'yes' : 'no'}</td>
</tr>`

/** `/profile/active_sessions`: the browsers in which the user is signed in, and a button that signs out of the others. */
export const sessionPages: ReadonlyArray<PlainRoute> = [
  visitorPage(PATH, ({ forge, visitor, csrf, page }) => {
    const found = listOwnSessions(forge, visitor)
    const sessions = E.isRight(found) ? found.right : []
    return page({
      title: 'Active sessions',
      place: PATH,
      width: 'wide',
      body: html`<h1>Active sessions</h1>
<section class="card" aria-label="Active sessions">
<table><thead><tr><th scope="col">Where</th><th scope="col">Signed in</th><th scope="col">Expires</th><th scope="col">Second factor</th></tr></thead>
<tbody>${sessions.map((session) => rowOf(session, session.digest === visitor.session.digest))}</tbody></table>
${
  sessions.length < 2
    ? ''
    : html`<form method="post" action="${PATH}/end_others">${tokenField(csrf)}<div class="actions"><button class="danger">Sign out of the others</button></div></form>`
}
</section>`,
    })
  }),
  visitorForm(`${PATH}/end_others`, async ({ forge, visitor, caller, done }) => {
    const ended = await endOtherSessions(forge, caller(), visitor.secret)
    if (E.isLeft(ended)) return failurePage('This did not work', ended.left)
    return done(PATH, { notice: 'You are signed out everywhere else.' })
  }),
]
