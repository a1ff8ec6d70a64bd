import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { beginSession, endSession } from '@forgefold/core/domains/identity/session'
import {
  checkSignIn,
  mayRegister,
  passwordSignsIn,
  recordSignIn,
  sessionSeconds,
  useSecondFactor,
} from '@forgefold/core/domains/identity/user'
import { maintenanceBanner } from '@forgefold/core/domains/instance/operation'
import { millisecondsOf } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { SESSION_COOKIE, visitorOf } from '../auth/sessions.js'
import { type HttpRequest, type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import { callerBy, type RequestContext } from '../http/route.js'
import { type GuessLimiter, passwordGuess } from '../limits/guess-limiter.js'
import { formToken, setCookie } from './form-token.js'
import {
  alert,
  failurePage,
  field,
  notice,
  queryField,
  readForm,
  TOO_MANY_TRIES,
  tokenField,
  tooManyTries,
} from './forms.js'
import { html, markdown } from './html.js'
import { page, redirect, safePath } from './layout.js'
import { SIGN_IN_PATH } from './page-context.js'
import { CODE_SECONDS, PENDING_COOKIE, type Pending, pendingOf } from './pending-sign-in.js'

const PATH = SIGN_IN_PATH

const SECOND_PATH = '/users/two_factor'

const signInPage = async (
  forge: Forge,
  request: HttpRequest,
  returnTo: string,
  failure?: string,
  login = '',
): Promise<HttpResponse> => {
  const token = formToken(forge, request)
  return page({
    title: 'Sign in',
    width: 'narrow',
    leadsAway: true,
    status: failure === undefined ? 200 : 422,
    headers: token.headers,
    body: html`${notice(maintenanceBanner(forge.settings.current()))}${alert(failure)}
<section class="card">
<h1>Sign in</h1>
${await markdown(forge, forge.settings.current().sign_in_text)}
<form method="post" action="${PATH}">
${tokenField(token.value)}
<input type="hidden" name="return_to" value="${returnTo}">
<label for="login">User name or e-mail address</label>
<input id="login" name="user[login]" type="text" autocomplete="username" autocapitalize="none" value="${login}" required autofocus>
<label for="password">Password</label>
<input id="password" name="user[password]" type="password" autocomplete="current-password" required>
<div class="actions"><button type="submit">Sign in</button></div>
</form>
${mayRegister(forge.settings.current()) ? html`<p>New here? <a href="/users/sign_up">Register</a></p>` : ''}
</section>`,
  })
}

const secondPage = (forge: Forge, request: HttpRequest, failure?: string): HttpResponse => {
  const token = formToken(forge, request)
  return page({
    title: 'Second factor',
    width: 'narrow',
    leadsAway: true,
    status: failure === undefined ? 200 : 422,
    headers: token.headers,
    body: html`${alert(failure)}
<section class="card">
<h1>Second factor</h1>
<form method="post" action="${SECOND_PATH}">
${tokenField(token.value)}
<label for="code">Code of your authenticator app, or a recovery code</label>
<input id="code" name="user[otp_attempt]" type="text" inputmode="text" autocomplete="one-time-code" required autofocus>
<div class="actions"><button type="submit">Verify</button></div>
</form>
</section>`,
  })
}

const enter = async (
  context: RequestContext,
  userId: number,
  returnTo: string,
  twoFactor: boolean,
): Promise<HttpResponse> => {
  const { forge } = context
  const lifetime = sessionSeconds(forge.settings.current())
  const begun = await beginSession(forge, callerBy(context, anonymous), { userId, twoFactor, lifetime })
  if (E.isLeft(begun)) return failurePage('Signing in failed', begun.left)
  const before = visitorOf(forge, context.request)
  if (before !== undefined) await endSession(forge, callerBy(context, before.principal), before.secret)
  await recordSignIn(forge, callerBy(context, anonymous), userId)
  return redirect(safePath(returnTo), [
    setCookie(forge, SESSION_COOKIE, begun.right.secret, lifetime),
    setCookie(forge, PENDING_COOKIE, '', 0),
  ])
}

const WRONG = 'Invalid login or password.'

/** Signing in with a password and, where the user has one, a second factor. */
export const signInRoutes = (guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> => {
  return [
    plainRoute({
      method: 'GET',
      path: PATH,
      handle: (request, _, { forge }) => {
        const returnTo = safePath(queryField(request, 'return_to'))
        const isAsked = visitorOf(forge, request) === undefined || queryField(request, 'prompt') === 'login'
        return isAsked ? signInPage(forge, request, returnTo) : redirect(returnTo)
      },
    }),
    plainRoute({
      method: 'POST',
      path: PATH,
      handle: async (request, _, context) => {
        const { forge } = context
        const form = await readForm(forge, request)
        if (E.isLeft(form)) return form.left
        const returnTo = safePath(field(form.right, 'return_to'))
        const login = field(form.right, 'user', 'login') ?? ''
        const password = field(form.right, 'user', 'password') ?? ''
        const again = (failure: string): Promise<HttpResponse> => signInPage(forge, request, returnTo, failure, login)
        if (!passwordSignsIn(forge.settings.current())) return again('Signing in with a password is switched off here.')
        const keys = passwordGuess(request.remoteAddress, login)
        if (!guessLimiter.allows(...keys)) return tooManyTries(await again(TOO_MANY_TRIES))
        const checked = await checkSignIn(forge, callerBy(context, anonymous), { login, password })
        if (E.isLeft(checked)) return again(checked.left.kind === 'Forbidden' ? (checked.left.reason ?? WRONG) : WRONG)
        guessLimiter.wasRight(...keys)
        const userId = checked.right.user.id
        if (checked.right.twoFactor === undefined) return enter(context, userId, returnTo, false)
        const until = millisecondsOf(forge.clock.now()) + CODE_SECONDS * 1000
        const { passwordMark } = checked.right
        const pending: Pending = { kind: 'pending', userId, passwordMark, returnTo, until }
        return redirect(SECOND_PATH, [
          setCookie(forge, PENDING_COOKIE, forge.secretBox.seal(JSON.stringify(pending)), CODE_SECONDS),
        ])
      },
    }),
    plainRoute({
      method: 'GET',
      path: SECOND_PATH,
      handle: async (request, _, { forge }) =>
        (await pendingOf(forge, request)) === undefined ? redirect(PATH) : secondPage(forge, request),
    }),
    plainRoute({
      method: 'POST',
      path: SECOND_PATH,
      handle: async (request, _, context) => {
        const { forge } = context
        const form = await readForm(forge, request)
        if (E.isLeft(form)) return form.left
        const pending = await pendingOf(forge, request)
        if (pending === undefined) return redirect(PATH)
        const key = `code ${pending.userId}`
        if (!guessLimiter.allows(key)) return tooManyTries(secondPage(forge, request, TOO_MANY_TRIES))
        const code = field(form.right, 'user', 'otp_attempt') ?? ''
        const used = await useSecondFactor(forge, callerBy(context, anonymous), { userId: pending.userId, code })
        if (E.isRight(used)) {
          guessLimiter.wasRight(key)
          return enter(context, pending.userId, pending.returnTo, true)
        }
        return secondPage(forge, request, 'That code is not right, or was used before.')
      },
    }),
  ]
}
