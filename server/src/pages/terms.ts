import type { Forge } from '@forgefold/core/app'
import { answerTerms, awaitsTerms, enforcedTerms, termsInForce } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import { visitorOf } from '../auth/sessions.js'
import { type PlainRoute, plainRoute } from '../http/index.js'
import { failurePage, field, problem, queryField, tokenField } from './forms.js'
import { type Html, html, markdown } from './html.js'
import { page, redirect, safePath } from './layout.js'
import { type PageContext, TERMS_PATH, visitorForm, visitorPage } from './page-context.js'
import { signOut } from './sign-out.js'

const TITLE = 'Terms of service'
const READING_PATH = `${TERMS_PATH}/read`
const none = problem('There are no terms', 'This instance asks for no acceptance of terms.', 404)

const shown = async (forge: Forge, below: Html): Promise<Html> =>
  html`<section class="card"><h1>${TITLE}</h1>${await markdown(forge, termsInForce(forge.settings.current()) ?? null)}${below}</section>`

/** The form names the text that was read, so that a text that replaced it meanwhile is not accepted. */
const question = ({ forge, request, csrf }: PageContext): Html => html`<div class="actions">
<form method="post" action="${TERMS_PATH}/accept">${tokenField(csrf)}
<input type="hidden" name="terms" value="${enforcedTerms(forge) ?? ''}">
<input type="hidden" name="return_to" value="${safePath(queryField(request, 'return_to'))}">
<button type="submit">Accept terms</button>
</form>
<form method="post" action="${TERMS_PATH}/decline">${tokenField(csrf)}
<button type="submit" class="quiet">Decline and sign out</button>
</form>
</div>`

const ACCEPTED = html`<p>You have accepted these terms.</p>`

/** The terms of service: all users can read them; signed-in users accept or decline them. */
export const termsPages: ReadonlyArray<PlainRoute> = [
  visitorPage(
    TERMS_PATH,
    async (visit) => {
      const { forge, visitor } = visit
      if (enforcedTerms(forge) === undefined) return none
      const below = awaitsTerms(forge, visitor.user) ? question(visit) : ACCEPTED
      return visit.page({ title: TITLE, width: 'narrow', body: await shown(forge, below) })
    },
    { beforeTerms: true, duringEnrolment: true },
  ),
  plainRoute({
    method: 'GET',
    path: READING_PATH,
    handle: async (request, _, { forge }) => {
      if (visitorOf(forge, request) !== undefined) return redirect(TERMS_PATH)
      return enforcedTerms(forge) === undefined
        ? none
        : page({ title: TITLE, width: 'narrow', body: await shown(forge, html``) })
    },
  }),
  visitorForm(
    `${TERMS_PATH}/accept`,
    async ({ forge, caller }, form) => {
      const digest = field(form, 'terms') ?? ''
      const returnTo = safePath(field(form, 'return_to'))
      // The terms changed since they were read: the new ones have to be read first.
      if (digest !== enforcedTerms(forge)) return redirect(`${TERMS_PATH}?return_to=${encodeURIComponent(returnTo)}`)
      const done = await answerTerms(forge, caller(), { accepts: digest })
      return E.isLeft(done) ? failurePage('This did not work', done.left) : redirect(returnTo)
    },
    { beforeTerms: true, duringEnrolment: true },
  ),
  visitorForm(
    `${TERMS_PATH}/decline`,
    async ({ context, forge, request, caller }) => {
      await answerTerms(forge, caller(), 'declines')
      return signOut(context, request)
    },
    { beforeTerms: true, duringEnrolment: true },
  ),
]
