import {
  changeNotificationSetting,
  NOTIFICATION_EVENTS,
  NOTIFICATION_LEVELS,
  readNotificationSetting,
} from '@forgefold/core/domains/projects/notification-setting'
import * as E from 'fp-ts/lib/Either.js'
import type { PlainRoute } from '../../http/index.js'
import { choice, failurePage, field, fields, tokenField } from '../forms.js'
import { html } from '../html.js'
import { visitorForm, visitorPage } from '../page-context.js'

const PATH = '/profile/notifications'

const INSTANCE = { place: 'instance', ref: '' } as const

/** `global` refers to this very setting, from those of groups and projects. */
const LEVELS = NOTIFICATION_LEVELS.filter((level) => level !== 'global')

const wordsOf = (name: string): string => name.replaceAll('_', ' ')

/** `/profile/notifications`: the level of notifications for everything without a setting of its own. */
export const notificationPages: ReadonlyArray<PlainRoute> = [
  visitorPage(PATH, ({ forge, visitor, csrf, page }) => {
    const found = readNotificationSetting(forge, visitor, INSTANCE)
    if (E.isLeft(found)) return failurePage('This did not work', found.left)
    const { level, events } = found.right
    return page({
      title: 'Notifications',
      place: PATH,
      body: html`<h1>Notifications</h1>
<section class="card" aria-label="Notifications">
<p>For every group and project without a setting of its own. Clients of the API read it; this server sends no notifications by mail.</p>
<form method="post" action="${PATH}">
${tokenField(csrf)}
<label for="level">Level</label>
<select id="level" name="level">${LEVELS.map(
        (one) => html`<option value="${one}"${one === level ? html` selected` : ''}>${wordsOf(one)}</option>`,
      )}</select>
<fieldset><legend>Events of the level custom</legend>
${NOTIFICATION_EVENTS.map((event) => choice(event, 'events[]', event, events.includes(event), html`${wordsOf(event)}`))}
</fieldset>
<div class="actions"><button type="submit">Save</button></div>
</form>
</section>`,
    })
  }),
  visitorForm(PATH, async ({ forge, caller, done }, form) => {
    const chosen = new Set(fields(form, 'events'))
    const changed = await changeNotificationSetting(forge, caller(), {
      ...INSTANCE,
      level: LEVELS.find((level) => level === field(form, 'level')),
      events: Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, chosen.has(event)])),
    })
    if (E.isLeft(changed)) return failurePage('This did not work', changed.left)
    return done(PATH, { notice: 'Your notification setting is saved.' })
  }),
]
