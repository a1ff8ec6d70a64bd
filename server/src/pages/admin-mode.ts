import { ADMIN_SCOPES, type Scope } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  ADMIN_MODE_SECONDS,
  asksForAdminMode,
  enterAdminMode,
  leaveAdminMode,
} from '@forgefold/core/domains/identity/session'
import { checkPassword, passwordSignsIn, useSecondFactor } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import type { Visitor } from '../auth/sessions.js'
import type { HttpResponse, PlainRoute, RawParams } from '../http/index.js'

import { accountGuess, type GuessLimiter } from '../limits/guess-limiter.js'
import {
  alert,
  failurePage,
  field,
  input,
  problem,
  queryField,
  TOO_MANY_TRIES,
  tokenField,
  tooManyTries,
} from './forms.js'

import { type Html, html } from './html.js'
import { redirect, safePath } from './layout.js'
import { type PageContext, visitorForm, visitorPage } from './page-context.js'

const ENTER_PATH = '/admin/session'
const FORM_PATH = `${ENTER_PATH}/new`
const LEAVE_PATH = `${ENTER_PATH}/destroy`

const nothingHere = problem('There is nothing here', 'Administrators of this instance need no admin mode.', 404)

/** Whether this user has to enter admin mode before administrative work. */
const isAsked = (forge: Forge, { user }: Visitor): boolean => user.admin && asksForAdminMode(forge.settings.current())

/** Whether an administrator asks for what only administrators can grant, and has not entered admin mode. */
export const lacksAdminMode = ({ user, principal }: Visitor, scopes: ReadonlyArray<Scope>): boolean =>
  user.admin && !principal.admin && scopes.some((scope) => ADMIN_SCOPES.has(scope))

/** Redirects to the form, which returns to the path. */
export const toAdminMode = (returnTo: string): HttpResponse =>
  redirect(`${FORM_PATH}?${new URLSearchParams({ return_to: returnTo }).toString()}`)

const formPage = (visit: PageContext, returnTo: string, failure?: string): HttpResponse => {
  const { visitor, csrf } = visit
  return visit.page({
    title: 'Enter admin mode',
    width: 'narrow',
    status: failure === undefined ? 200 : 422,
    body: html`${alert(failure)}
<section class="card">
<h1>Enter admin mode</h1>
<p>Say again who you are before you work as an administrator.</p>
<form method="post" action="${ENTER_PATH}">
${tokenField(csrf)}
<input type="hidden" name="return_to" value="${returnTo}">
<input type="text" name="username" value="${visitor.user.username}" autocomplete="username" readonly hidden>
${input({ id: 'password', name: 'user[password]', label: 'Password', type: 'password', autocomplete: 'current-password', focused: true })}
${visitor.user.twoFactorEnabled ? input({ id: 'code', name: 'user[otp_attempt]', label: 'Code of your authenticator app, or a recovery code', autocomplete: 'one-time-code' }) : ''}
<div class="actions"><button type="submit">Enter admin mode</button></div>
</form>
</section>`,
  })
}

/** Verifies the password, and a code if the user has a second factor. */
const reauthenticates = async ({ forge, visitor, caller }: PageContext, form: RawParams): Promise<boolean> => {
  const { username, id } = visitor.user
  const checked = await checkPassword(forge, visitor, {
    login: username,
    password: field(form, 'user', 'password') ?? '',
  })
  if (E.isLeft(checked)) return false
  if (checked.right.twoFactor === undefined) return true
  const code = field(form, 'user', 'otp_attempt') ?? ''
  return E.isRight(await useSecondFactor(forge, caller(), { userId: id, code }))
}

const enter = async (visit: PageContext, form: RawParams, guessLimiter: GuessLimiter): Promise<HttpResponse> => {
  const { forge, visitor, request, caller } = visit
  if (!isAsked(forge, visitor)) return nothingHere
  const returnTo = safePath(field(form, 'return_to'))
  if (!passwordSignsIn(forge.settings.current()))
    return formPage(visit, returnTo, 'Signing in with a password is switched off here.')
  const keys = accountGuess(request.remoteAddress, visitor.user)
  if (!guessLimiter.allows(...keys)) return tooManyTries(formPage(visit, returnTo, TOO_MANY_TRIES))
  if (!(await reauthenticates(visit, form))) return formPage(visit, returnTo, 'That is not right.')
  guessLimiter.wasRight(...keys)
  const entered = await enterAdminMode(forge, caller(), { secret: visitor.secret, lifetime: ADMIN_MODE_SECONDS })
  if (E.isLeft(entered)) return failurePage('This did not work', entered.left)
  return visit.done(returnTo, { notice: 'You work as an administrator now. Leave admin mode when you are done.' })
}

/** For the profile of an administrator: whether admin mode is active, and the way to enter or leave it. */
export const adminModeCard = ({ forge, visitor, csrf }: PageContext): Html => {
  if (!isAsked(forge, visitor)) return html``
  const { adminUntil } = visitor.session
  const body = visitor.principal.admin
    ? html`<p>You work as an administrator until ${adminUntil?.slice(11, 16)} UTC.</p>
<form method="post" action="${LEAVE_PATH}">${tokenField(csrf)}<div class="actions"><button class="quiet">Leave admin mode</button></div></form>`
    : html`<p>You work with the rights of an ordinary user. <a href="${FORM_PATH}">Enter admin mode</a> before administrative work.</p>`
  return html`<section class="card" aria-labelledby="admin-mode"><h2 id="admin-mode">Admin mode</h2>
${body}</section>`
}

/** Administrators authenticate again before administrative work if `admin_mode` is on. */
export const adminModePages = (guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> => [
  visitorPage(FORM_PATH, (visit) => {
    const returnTo = safePath(queryField(visit.request, 'return_to'))
    if (!isAsked(visit.forge, visit.visitor)) return nothingHere
    return visit.visitor.principal.admin ? redirect(returnTo) : formPage(visit, returnTo)
  }),
  visitorForm(ENTER_PATH, (visit, form) => enter(visit, form, guessLimiter)),
  visitorForm(LEAVE_PATH, async (visit) => {
    const left = await leaveAdminMode(visit.forge, visit.caller(), visit.visitor.secret)
    if (E.isLeft(left)) return failurePage('This did not work', left.left)
    return visit.done('/profile', { notice: 'You have left admin mode.' })
  }),
]
