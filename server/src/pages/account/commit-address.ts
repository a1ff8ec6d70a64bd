import { changeUser, commitAddressOf, PRIVATE_ADDRESS } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import type { PlainRoute } from '../../http/index.js'
import { choice, failurePage, field, tokenField } from '../forms.js'
import { type Html, html } from '../html.js'
import { type PageContext, visitorForm } from '../page-context.js'

const PATH = '/profile/commit_address'

/** For the profile: the e-mail address in commits made on this server, and whether it is the private one. */
export const commitAddressCard = ({ forge, visitor: { user }, csrf }: PageContext): Html => {
  const made = commitAddressOf(forge, { ...user, commitEmail: PRIVATE_ADDRESS })
  const isPrivate = user.commitEmail === PRIVATE_ADDRESS
  return html`<section class="card" aria-labelledby="commit-address"><h2 id="commit-address">Address in commits</h2>
<p>Commits made here for you carry <span class="code" id="commit_email">${commitAddressOf(forge, user)}</span>.</p>
<form method="post" action="${PATH}">
${tokenField(csrf)}
${choice('private', 'private', '1', isPrivate, html`Keep my address private: write <span class="code">${made}</span> instead`)}
<div class="actions"><button type="submit">Save</button></div>
</form></section>`
}

/** The form that chooses it. Older commits are not changed. */
export const commitAddressForm: PlainRoute = visitorForm(PATH, async ({ forge, visitor, caller, done }, form) => {
  const { id: userId, commitEmail: before } = visitor.user
  const unchecked = before === PRIVATE_ADDRESS ? '' : before
  const commitEmail = field(form, 'private') === '1' ? PRIVATE_ADDRESS : unchecked
  const changed = await changeUser(forge, caller(), { userId, profile: { commitEmail } })
  if (E.isLeft(changed)) return failurePage('This did not work', changed.left)
  return done('/profile', { notice: 'The address in your commits is saved.' })
})
