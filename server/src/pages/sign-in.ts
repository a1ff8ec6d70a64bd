import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { beginSession, endSession } from '@forgefold/core/domains/session'
import { passwordOpensPages, sessionSeconds } from '@forgefold/core/domains/settings'
import { checkPassword, noteSignIn, user } from '@forgefold/core/domains/user'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpRequest, type HttpResponse, type PlainRoute, paramsOfText, plainRoute } from '../http/index.js'
import type { RequestContext } from '../http/route.js'
import { cookieOf, formToken, SESSION_COOKIE, setCookie } from './cookies.js'
import { alert, field, problem, readForm, tokenField } from './forms.js'
import { GuessingBrake } from './guessing.js'
import { html } from './html.js'
import { page, redirect } from './layout.js'
import { safePath } from './return-to.js'
import { visitorOf } from './session.js'
import { useSecondFactor } from './two-factor-code.js'

const PATH = '/users/sign_in'
const SECOND_PATH = '/users/two_factor'
const PENDING_COOKIE = '_forgefold_pending'
/** Seconds between the password and the code. */
const PATIENCE = 300

const queryOf = (request: HttpRequest, name: string): string | undefined => {
  const params = paramsOfText(request.query)
  return E.isLeft(params) ? undefined : field(params.right, name)
}

const signInPage = (
  forge: Forge,
  request: HttpRequest,
  returnTo: string,
  failure?: string,
  login = '',
): HttpResponse => {
  const token = formToken(forge, request)
  return page({
    title: 'Sign in',
    narrow: true,
    status: failure === undefined ? 200 : 422,
    headers: token.headers,
    body: html`${alert(failure)}
<section class="card">
<h1>Sign in</h1>
<form method="post" action="${PATH}">
${tokenField(token.value)}
<input type="hidden" name="return_to" value="${returnTo}">
<label for="login">User name or e-mail address</label>
<input id="login" name="user[login]" type="text" autocomplete="username" autocapitalize="none" value="${login}" required autofocus>
<label for="password">Password</label>
<input id="password" name="user[password]" type="password" autocomplete="current-password" required>
<div class="actions"><button type="submit">Sign in</button></div>
</form>
</section>`,
  })
}

const secondPage = (forge: Forge, request: HttpRequest, failure?: string): HttpResponse => {
  const token = formToken(forge, request)
  return page({
    title: 'Second factor',
    narrow: true,
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

interface Pending {
  readonly userId: number
  readonly returnTo: string
  readonly until: number
}

/** Whose password was right and whose code is awaited. */
const pendingOf = (forge: Forge, request: HttpRequest): Pending | undefined => {
  const sealed = cookieOf(request, PENDING_COOKIE)
  const clear = sealed === undefined ? undefined : forge.secretBox.open(sealed)
  if (clear === undefined) return undefined
  const pending = JSON.parse(clear) as Pending
  return pending.until > Date.parse(forge.clock.now()) ? pending : undefined
}

const enter = async (
  context: RequestContext,
  userId: number,
  returnTo: string,
  twoFactor: boolean,
): Promise<HttpResponse> => {
  const { forge } = context
  const lifetime = sessionSeconds(forge.settings.current())
  const command = context.commandBy(anonymous)
  const begun = await beginSession({ context: command, userId, twoFactor, lifetime })(forge)()
  if (E.isLeft(begun)) return problem('Signing in failed', 'Try again in a moment.', 503)
  await noteSignIn({ userId, context: context.commandBy(anonymous) })(forge)()
  return redirect(safePath(returnTo), [
    setCookie(forge, SESSION_COOKIE, begun.right.secret, lifetime),
    setCookie(forge, PENDING_COOKIE, '', 0),
  ])
}

const BRAKE_TEXT = 'Too many tries. Wait a minute, then try again.'
const WRONG = 'Invalid login or password.'

/** Signing in with a password and, where the user has one, a second factor; signing out. */
export const signInRoutes = (now: () => number): ReadonlyArray<PlainRoute> => {
  const brake = new GuessingBrake(now)
  return [
    plainRoute({
      method: 'GET',
      path: PATH,
      handle: (request, _, { forge }) => {
        const returnTo = safePath(queryOf(request, 'return_to'))
        return visitorOf(forge, request) === undefined ? signInPage(forge, request, returnTo) : redirect(returnTo)
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
        const again = (failure: string): HttpResponse => signInPage(forge, request, returnTo, failure, login)
        if (!passwordOpensPages(forge.settings.current()))
          return again('Signing in with a password is switched off here.')
        const keys = [`address ${request.remoteAddress}`, `login ${login.toLowerCase()}`]
        if (brake.isOn(...keys)) return again(BRAKE_TEXT)
        const checked = await checkPassword({ login, password })(forge)()
        if (E.isLeft(checked)) {
          brake.failed(...keys)
          return again(checked.left.kind === 'Forbidden' ? (checked.left.reason ?? WRONG) : WRONG)
        }
        brake.succeeded(...keys)
        const userId = checked.right.user.id
        if (checked.right.twoFactor === undefined) return enter(context, userId, returnTo, false)
        const pending: Pending = { userId, returnTo, until: Date.parse(forge.clock.now()) + PATIENCE * 1000 }
        return redirect(SECOND_PATH, [
          setCookie(forge, PENDING_COOKIE, forge.secretBox.seal(JSON.stringify(pending)), PATIENCE),
        ])
      },
    }),
    plainRoute({
      method: 'GET',
      path: SECOND_PATH,
      handle: (request, _, { forge }) =>
        pendingOf(forge, request) === undefined ? redirect(PATH) : secondPage(forge, request),
    }),
    plainRoute({
      method: 'POST',
      path: SECOND_PATH,
      handle: async (request, _, context) => {
        const { forge } = context
        const form = await readForm(forge, request)
        if (E.isLeft(form)) return form.left
        const pending = pendingOf(forge, request)
        if (pending === undefined) return redirect(PATH)
        const key = `code ${pending.userId}`
        if (brake.isOn(key)) return secondPage(forge, request, BRAKE_TEXT)
        const loaded = await forge.aggregates.load(user, pending.userId)
        const state = E.isRight(loaded) && loaded.right.state.kind === 'live' ? loaded.right.state : undefined
        const code = field(form.right, 'user', 'otp_attempt') ?? ''
        const right =
          state?.twoFactor !== undefined &&
          (await useSecondFactor(forge, pending.userId, state.twoFactor, code, context.commandBy(anonymous)))
        if (right) return enter(context, pending.userId, pending.returnTo, true)
        brake.failed(key)
        return secondPage(forge, request, 'That code is not right, or was used before.')
      },
    }),
    plainRoute({
      method: 'POST',
      path: '/users/sign_out',
      handle: async (request, _, context) => {
        const form = await readForm(context.forge, request)
        if (E.isLeft(form)) return form.left
        const secret = cookieOf(request, SESSION_COOKIE)
        if (secret !== undefined) await endSession(context.commandBy(anonymous), secret)(context.forge)()
        return redirect(PATH, [setCookie(context.forge, SESSION_COOKIE, '', 0)])
      },
    }),
  ]
}
