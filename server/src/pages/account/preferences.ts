import { changePreferences } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import type { PlainRoute } from '../../http/index.js'
import { choice, failurePage, field, tokenField } from '../forms.js'
import { html } from '../html.js'
import { visitorForm, visitorPage } from '../page-context.js'

const PATH = '/profile/preferences'

/** `/profile/preferences`: the display preferences that the API keeps for its clients. */
export const preferencePages: ReadonlyArray<PlainRoute> = [
  visitorPage(PATH, ({ visitor, csrf, page }) => {
    const { viewDiffsFileByFile, showWhitespaceInDiffs, passUserIdentitiesToCiJwt } = visitor.user.preferences
    return page({
      title: 'Preferences',
      place: PATH,
      body: html`<h1>Preferences</h1>
<section class="card" aria-label="Preferences">
<p>Clients of the API read these; the pages here show no diffs.</p>
<form method="post" action="${PATH}">
${tokenField(csrf)}
${choice('by-file', 'view_diffs_file_by_file', '1', viewDiffsFileByFile, html`Show one file of a diff at a time`)}
${choice('whitespace', 'show_whitespace_in_diffs', '1', showWhitespaceInDiffs, html`Show changes of white space in diffs`)}
${choice('identities', 'pass_user_identities_to_ci_jwt', '1', passUserIdentitiesToCiJwt, html`Put my identities at other providers into the tokens of jobs`)}
<div class="actions"><button type="submit">Save</button></div>
</form>
</section>`,
    })
  }),
  visitorForm(PATH, async ({ forge, caller, done }, form) => {
    const isChosen = (name: string): boolean => field(form, name) === '1'
    const changed = await changePreferences(forge, caller(), {
      viewDiffsFileByFile: isChosen('view_diffs_file_by_file'),
      showWhitespaceInDiffs: isChosen('show_whitespace_in_diffs'),
      passUserIdentitiesToCiJwt: isChosen('pass_user_identities_to_ci_jwt'),
    })
    if (E.isLeft(changed)) return failurePage('This did not work', changed.left)
    return done(PATH, { notice: 'Your preferences are saved.' })
  }),
]
