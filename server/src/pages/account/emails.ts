import { addEmail, listEmails, removeEmail, type SecondaryEmail } from '@forgefold/core/domains/identity/user'
import type { PlainRoute } from '../../http/index.js'
import { html } from '../html.js'
import { dayOr, type OwnList, ownListPages } from './own-list.js'

const emails: OwnList<SecondaryEmail> = {
  path: '/profile/emails',
  title: 'Secondary e-mail addresses',
  about: html`<p>Your primary address is on your <a href="/profile">profile</a>.</p>`,
  list: ({ forge, visitor }) => listEmails(forge, visitor, { userId: undefined }),
  nameOf: ({ email }) => email,
  columns: [['Confirmed', ({ confirmedAt }) => dayOr(confirmedAt, 'No')]],
  adding: 'Add an address',
  inputs: [{ id: 'email', name: 'email', label: 'E-mail address', type: 'email' }],
  add: ({ forge, caller }, typed) =>
    addEmail(forge, caller(), { userId: undefined, email: typed('email'), confirmed: false }),
  remove: ({ forge, caller }, emailId) => removeEmail(forge, caller(), { userId: undefined, emailId }),
}

/** `/profile/emails`: list, add and delete one's own secondary addresses. */
export const emailPages: ReadonlyArray<PlainRoute> = ownListPages(emails)
