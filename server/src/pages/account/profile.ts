import { listOwnSessions } from '@forgefold/core/domains/identity/session'
import { isAuditor } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import type { PlainRoute } from '../../http/index.js'
import { adminModeCard } from '../admin-mode.js'
import { html } from '../html.js'
import { visitorPage } from '../page-context.js'
import { commitAddressCard, commitAddressForm } from './commit-address.js'

const dayAndTime = (moment: string | null): string =>
  moment === null ? 'Never' : `${moment.slice(0, 10)}, ${moment.slice(11, 16)} UTC`

/** `/profile`: the signed-in user, and links to the rest of the account. */
export const profilePages: ReadonlyArray<PlainRoute> = [
  visitorPage('/profile', (visit) => {
    const { visitor, forge, page } = visit
    const { user } = visitor
    const sessions = listOwnSessions(forge, visitor)
    return page({
      title: 'Profile',
      place: '/profile',
      body: html`<h1>${user.name}</h1>
<section class="card" aria-label="Profile">
<dl class="facts">
<dt>User name</dt><dd>@${user.username}</dd>
<dt>E-mail address</dt><dd>${user.email}</dd>
<dt>Role</dt><dd>${user.admin ? 'Administrator' : isAuditor(user, forge.instance.tier) ? 'Auditor' : user.external ? 'External user' : 'User'}</dd>
<dt>Second factor</dt><dd>${user.twoFactorEnabled ? 'On' : 'Off'}</dd>
<dt>Signed in before</dt><dd>${dayAndTime(user.lastSignInAt)}</dd>
<dt>Sessions</dt><dd><a href="/profile/active_sessions">${E.isRight(sessions) ? sessions.right.length : 0}</a></dd>
</dl>
</section>
${commitAddressCard(visit)}
${adminModeCard(visit)}`,
    })
  }),
  commitAddressForm,
]
