import { changeUser, checkPassword } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute, RawParams } from '../../http/index.js'
import { accountGuess, type GuessLimiter } from '../../limits/guess-limiter.js'
import { type Findings, field, findingsOf, input, TOO_MANY_TRIES, tokenField, tooManyTries } from '../forms.js'
import { html } from '../html.js'
import { type PageContext, visitorForm, visitorPage } from '../page-context.js'

const PATH = '/profile/password'

const formPage = (visit: PageContext, wrong: Findings = {}): HttpResponse =>
  visit.page({
    title: 'Password',
    place: PATH,
    status: Object.keys(wrong).length === 0 ? 200 : 422,
    body: html`<h1>Password</h1>
<section class="card" aria-label="Change your password">
${wrong['']?.map((text) => html`<p class="wrong" role="alert">${text}</p>`)}
<form method="post" action="${PATH}">
${tokenField(visit.csrf)}
<input type="text" name="username" value="${visit.visitor.user.username}" autocomplete="username" readonly hidden>
${input({ id: 'current', name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password', wrong: wrong['current_password'] })}
${input({ id: 'new', name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', wrong: wrong['password'] })}
${input({ id: 'again', name: 'password_confirmation', label: 'New password, again', type: 'password', autocomplete: 'new-password', wrong: wrong['password_confirmation'] })}
<div class="actions"><button type="submit">Change password</button></div>
</form>
<p class="hint">Every other browser in which you are signed in is signed out.</p>
</section>`,
  })

const change = async (visit: PageContext, form: RawParams, guessLimiter: GuessLimiter): Promise<HttpResponse> => {
  const { forge, visitor, caller } = visit
  const [now, next, again] = ['current_password', 'new_password', 'password_confirmation'].map(
    (name) => field(form, name) ?? '',
  ) as [string, string, string]
  const keys = accountGuess(visit.request.remoteAddress, visitor.user)
  if (!guessLimiter.allows(...keys)) return tooManyTries(formPage(visit, { '': [TOO_MANY_TRIES] }))
  const checked = await checkPassword(forge, visitor, { login: visitor.user.username, password: now })
  if (E.isLeft(checked)) return formPage(visit, { current_password: ['is not right'] })
  guessLimiter.wasRight(...keys)
  if (next === '') return formPage(visit, { password: ["can't be blank"] })
  if (next !== again) return formPage(visit, { password_confirmation: ["doesn't match the new password"] })
  const changed = await changeUser(forge, caller(), {
    ...{ userId: visitor.user.id, password: next, keptSession: visitor.secret },
  })
  if (E.isLeft(changed)) return formPage(visit, findingsOf(changed.left))
  return visit.done(PATH, { notice: 'Your password is changed.' })
}

/** `/profile/password`: change it, knowing the old one. */
export const passwordPages = (guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> => [
  visitorPage(PATH, (visit) => formPage(visit)),
  visitorForm(PATH, (visit, form) => change(visit, form, guessLimiter)),
]
