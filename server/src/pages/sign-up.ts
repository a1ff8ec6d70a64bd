import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  enforcedTerms,
  mayRegister,
  registrationSender,
  type SignedUp,
  signUp,
} from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpRequest, type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import { callerBy } from '../http/route.js'
import { type GuessLimiter, registration } from '../limits/guess-limiter.js'
import { formToken } from './form-token.js'
import {
  type Findings,
  field,
  findingsOf,
  input,
  problem,
  readForm,
  TOO_MANY_TRIES,
  tokenField,
  tooManyTries,
} from './forms.js'
import { honeypotAnswer, honeypotFields } from './honeypot.js'
import { html, markdown } from './html.js'
import { page } from './layout.js'

const PATH = '/users/sign_up'

interface Typed {
  readonly name: string
  readonly username: string
  readonly email: string
}

const BLANK: Typed = { name: '', username: '', email: '' }

/** An empty answer, so that robots learn nothing. */
const nothingToSee: HttpResponse = { status: 200, headers: [['Cache-Control', 'no-store']], body: '' }

const TOO_QUICK = 'That was a bit too quick. Please send the form again.'

const closed = problem('Registration is switched off', 'Ask an administrator of this instance for an account.', 403)

const formPage = (forge: Forge, request: HttpRequest, typed = BLANK, wrong: Findings = {}): HttpResponse => {
  const token = formToken(forge, request)
  return page({
    title: 'Register',
    width: 'narrow',
    status: Object.keys(wrong).length === 0 ? 200 : 422,
    headers: token.headers,
    body: html`<section class="card">
<h1>Register</h1>
${wrong['']?.map((text) => html`<p class="wrong" role="alert">${text}</p>`)}
<form method="post" action="${PATH}">
${tokenField(token.value)}${honeypotFields(forge)}
${input({ id: 'name', name: 'name', label: 'Full name', value: typed.name, autocomplete: 'name', wrong: wrong['name'], focused: true })}
${input({ id: 'username', name: 'username', label: 'User name', value: typed.username, autocomplete: 'username', wrong: wrong['username'] })}
${input({ id: 'email', name: 'email', label: 'E-mail address', type: 'email', value: typed.email, autocomplete: 'email', wrong: wrong['email'] })}
${input({ id: 'password', name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', wrong: wrong['password'] })}
<div class="actions"><button type="submit">Register</button></div>
</form>
${enforcedTerms(forge) === undefined ? '' : html`<p>You will be asked to accept the <a href="/-/users/terms/read">terms of service</a>.</p>`}
<p>Registered already? <a href="/users/sign_in">Sign in</a></p>
</section>`,
  })
}

const NEXT: Readonly<Record<SignedUp['awaits'], string>> = {
  nothing: 'You can sign in now.',
  approval: 'An administrator looks at your registration before you can sign in.',
  confirmation:
    'A mail with a link is on its way to you: open it to confirm your e-mail address, then you can sign in.',
}

const welcome = async (forge: Forge, { user, awaits }: SignedUp): Promise<HttpResponse> =>
  page({
    title: 'Registered',
    width: 'narrow',
    body: html`<section class="card notice" role="status"><h1>Welcome, ${user.name}</h1><p>${NEXT[awaits]}</p>${await markdown(forge, forge.settings.current().after_sign_up_text)}<p><a class="button" href="/users/sign_in">Sign in</a></p></section>`,
  })

/** Self-registration, if the settings allow it. */
export const signUpRoutes = (guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> => [
  plainRoute({
    method: 'GET',
    path: PATH,
    handle: (request, _, { forge }) => (mayRegister(forge.settings.current()) ? formPage(forge, request) : closed),
  }),
  plainRoute({
    method: 'POST',
    path: PATH,
    handle: async (request, _, context) => {
      const { forge } = context
      if (!mayRegister(forge.settings.current())) return closed
      const form = await readForm(forge, request)
      if (E.isLeft(form)) return form.left
      const text = (name: string): string => field(form.right, name) ?? ''
      const typed: Typed = { name: text('name').trim(), username: text('username').trim(), email: text('email').trim() }
      if (!guessLimiter.allows(registration(request.remoteAddress)))
        return tooManyTries(formPage(forge, request, typed, { '': [TOO_MANY_TRIES] }))
      const sender = registrationSender(honeypotAnswer(forge, form.right), forge.clock.now(), forge.settings.current())
      if (sender === 'a robot') return nothingToSee
      if (sender === 'too quick') return formPage(forge, request, typed, { '': [TOO_QUICK] })
      const password = text('password')
      const done = await signUp(forge, callerBy(context, anonymous), { ...typed, password })
      return E.isLeft(done) ? formPage(forge, request, typed, findingsOf(done.left)) : welcome(forge, done.right)
    },
  }),
]
