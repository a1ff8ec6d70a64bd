import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { confirmAddress, resendConfirmation } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import { AfterResponseQueue, type HttpRequest, type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import { callerBy } from '../http/route.js'
import { confirmationRequest, type GuessLimiter } from '../limits/guess-limiter.js'
import { formToken } from './form-token.js'
import {
  failurePage,
  field,
  input,
  problem,
  queryField,
  readForm,
  TOO_MANY_TRIES,
  tokenField,
  tooManyTries,
} from './forms.js'
import { html } from './html.js'
import { page } from './layout.js'

const PATH = '/users/confirmation'

const notOurs = problem(
  'This link does not confirm anything',
  'It is not whole, or your address is another by now. You can have a new one sent at /users/confirmation/new.',
  404,
)

const formPage = (forge: Forge, request: HttpRequest, told?: string): HttpResponse => {
  const token = formToken(forge, request)
  return page({
    title: 'Confirm your e-mail address',
    width: 'narrow',
    headers: token.headers,
    body: html`${told === undefined ? '' : html`<div class="card notice" role="status"><p>${told}</p></div>`}
<section class="card"><h1>Confirm your e-mail address</h1>
<form method="post" action="${PATH}">${tokenField(token.value)}
${input({ id: 'email', name: 'user[email]', label: 'E-mail address', type: 'email', autocomplete: 'email' })}
<div class="actions"><button type="submit">Send the link again</button></div></form></section>`,
  })
}

const SENT = 'If this address awaits confirmation, a mail is on its way.'

/** Confirming an e-mail address by the link of a mail, and having that mail sent again. */
export const confirmationRoutes = (
  guessLimiter: GuessLimiter,
  afterResponse = new AfterResponseQueue(),
): ReadonlyArray<PlainRoute> => [
  plainRoute({
    method: 'GET',
    path: PATH,
    handle: async (request, _, context) => {
      const confirmed = await confirmAddress(
        context.forge,
        callerBy(context, anonymous),
        queryField(request, 'confirmation_token') ?? '',
      )
      if (E.isLeft(confirmed))
        return confirmed.left.kind === 'NotFound' ? notOurs : failurePage('This did not work', confirmed.left)
      return page({
        title: 'Confirmed',
        width: 'narrow',
        body: html`<section class="card notice" role="status"><h1>Your e-mail address is confirmed</h1><p><a class="button" href="/users/sign_in">Sign in</a></p></section>`,
      })
    },
  }),
  plainRoute({
    method: 'GET',
    path: `${PATH}/new`,
    handle: (request, _, { forge }) => formPage(forge, request),
  }),
  plainRoute({
    method: 'POST',
    path: PATH,
    handle: async (request, _, context) => {
      const { forge } = context
      const form = await readForm(forge, request)
      if (E.isLeft(form)) return form.left
      const email = field(form.right, 'user', 'email') ?? ''
      if (!guessLimiter.allows(...confirmationRequest(request.remoteAddress, email)))
        return tooManyTries(formPage(forge, request, TOO_MANY_TRIES))
      // The user is looked up and the mail sent after the answer: either would disclose by its timing that the address is registered.
      afterResponse.add(() => resendConfirmation(forge, callerBy(context, anonymous), email))
      return formPage(forge, request, SENT)
    },
  }),
]
