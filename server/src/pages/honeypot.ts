import type { Forge } from '@forgefold/core/app'
import { type RegistrationForm, usesHoneypot } from '@forgefold/core/domains/identity/user'
import type { Instant } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RawParams } from '../http/index.js'
import { field } from './forms.js'
import { type Html, html } from './html.js'

const TRAP = 'firstname'
const SHOWN = 'shown'

const shown = t.type({ kind: t.literal('registration'), at: t.string })

/** Fields that tell people from robots: one that is invisible, and the time at which the form was shown. */
export const honeypotFields = (forge: Forge): Html => {
  if (!usesHoneypot(forge.settings.current())) return html``
  const sealed = forge.secretBox.seal(JSON.stringify({ kind: 'registration', at: forge.clock.now() }))
  return html`<input type="hidden" name="${SHOWN}" value="${sealed}">
<div class="unseen" aria-hidden="true"><label for="${TRAP}">Leave this empty</label><input id="${TRAP}" name="${TRAP}" type="text" tabindex="-1" autocomplete="off"></div>`
}

/** The values of these fields in a sent form. */
export const honeypotAnswer = (forge: Forge, form: RawParams): RegistrationForm => {
  const clear = forge.secretBox.open(field(form, SHOWN) ?? '')
  const shownForm = clear === undefined ? undefined : shown.decode(JSON.parse(clear))
  return {
    trapped: (field(form, TRAP) ?? '') !== '',
    shownAt: shownForm !== undefined && E.isRight(shownForm) ? (shownForm.right.at as Instant) : undefined,
  }
}
