import { endOtherSessions } from '@forgefold/core/domains/identity/session'
import {
  checkPassword,
  disableTwoFactor,
  enableTwoFactor,
  matchesSecret,
  renewRecoveryCodes,
} from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { HttpResponse, PlainRoute, RawParams } from '../../http/index.js'
import { accountGuess, type GuessLimiter } from '../../limits/guess-limiter.js'
import { qrCode } from '../../qr/index.js'
import { oneTimeSecrets } from '../flash.js'
import { field, input, TOO_MANY_TRIES, tokenField, tooManyTries } from '../forms.js'
import { type Html, html } from '../html.js'
import { type PageContext, visitorForm, visitorPage } from '../page-context.js'

const PATH = '/profile/two_factor_auth'
const OPEN_DURING_ENROLMENT = { duringEnrolment: true }

/** In groups of four, as people type it. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const passwordInput = (wrong?: string): Html =>
  input({
    id: 'password',
    name: 'current_password',
    label: 'Current password',
    type: 'password',
    autocomplete: 'current-password',
    wrong: wrong === undefined ? undefined : [wrong],
  })

interface Trouble {
  readonly code?: string
  readonly password?: string
}

/** The secret is sealed in the form for this user only: nothing is stored before a code has proved that the app has it. */
const enrolPage = (visit: PageContext, secret: string, trouble: Trouble = {}): HttpResponse => {
  const { forge, visitor, csrf } = visit
  const uri = forge.oneTimeCodes.keyUri(visitor.user.username, new URL(forge.instance.externalUrl).host, secret)
  const sealed = forge.secretBox.seal(JSON.stringify({ kind: 'enrolment', userId: visitor.user.id, secret }))
  return visit.page({
    title: 'Two-factor authentication',
    place: PATH,
    status: Object.keys(trouble).length === 0 ? 200 : 422,
    body: html`<h1>Two-factor authentication</h1>
<section class="card" aria-labelledby="enrol"><h2 id="enrol">Set it up</h2>
<ol class="steps">
<li><p>Scan this with an authenticator app, or <a href="${uri}">open it there</a>.</p>
<figure class="qr">${qrCode(uri)}</figure>
<p>If you cannot scan it, type this key: <code id="otp_secret" class="code">${grouped(secret)}</code></p></li>
<li><p>Prove that the app has it:</p>
<form method="post" action="${PATH}">
${tokenField(csrf)}
<input type="hidden" name="sealed" value="${sealed}">
${input({ id: 'code', name: 'pin_code', label: 'Code that the app shows', autocomplete: 'one-time-code', wrong: trouble.code === undefined ? undefined : [trouble.code] })}
${passwordInput(trouble.password)}
<div class="actions"><button type="submit">Turn on</button></div>
</form></li>
</ol></section>`,
  })
}

const statusPage = (visit: PageContext, trouble: Trouble = {}): HttpResponse =>
  visit.page({
    title: 'Two-factor authentication',
    place: PATH,
    status: trouble.password === undefined ? 200 : 422,
    body: html`<h1>Two-factor authentication</h1>
${oneTimeSecrets(visit.flash)}
<section class="card" aria-label="Status"><p>It is <strong>on</strong>: signing in takes a code of your app.</p>
<form method="post" action="${PATH}/manage">
${tokenField(visit.csrf)}
${passwordInput(trouble.password)}
<div class="actions"><button class="quiet" name="do" value="codes">Make new recovery codes</button><button class="danger" name="do" value="disable">Turn off</button></div>
</form></section>`,
  })

const enrolment = t.type({ kind: t.literal('enrolment'), userId: t.number, secret: t.string })

const secretIn = ({ forge, visitor }: PageContext, form: RawParams): string | undefined => {
  const clear = forge.secretBox.open(field(form, 'sealed') ?? '')
  if (clear === undefined) return undefined
  const enrolled = enrolment.decode(JSON.parse(clear))
  return E.isRight(enrolled) && enrolled.right.userId === visitor.user.id ? enrolled.right.secret : undefined
}

const passwordMatches = async ({ forge, visitor }: PageContext, form: RawParams): Promise<boolean> =>
  E.isRight(
    await checkPassword(forge, visitor, {
      login: visitor.user.username,
      password: field(form, 'current_password') ?? '',
    }),
  )

const enrolled = (notice: string, codes: ReadonlyArray<string>) => ({
  notice,
  secrets: [{ label: 'Recovery codes, each good once', value: codes.join('\n') }],
})

const enable = async (visit: PageContext, form: RawParams, guessLimiter: GuessLimiter): Promise<HttpResponse> => {
  const { forge, visitor, caller } = visit
  const secret = secretIn(visit, form)
  if (secret === undefined) return enrolPage(visit, forge.oneTimeCodes.newSecret())
  const keys = accountGuess(visit.request.remoteAddress, visitor.user)
  if (!guessLimiter.allows(...keys)) return tooManyTries(enrolPage(visit, secret, { code: TOO_MANY_TRIES }))
  if (!(await passwordMatches(visit, form))) return enrolPage(visit, secret, { password: 'is not right' })
  if (!matchesSecret(forge, { secret, code: field(form, 'pin_code') ?? '' }))
    return enrolPage(visit, secret, { code: 'is not right' })
  guessLimiter.wasRight(...keys)
  const done = await enableTwoFactor(forge, caller(), secret)
  if (E.isLeft(done)) return enrolPage(visit, secret, { code: 'could not be stored; it may be on already' })
  await endOtherSessions(forge, caller(), visitor.secret)
  return visit.done(PATH, enrolled('Two-factor authentication is on.', done.right))
}

const manage = async (visit: PageContext, form: RawParams, guessLimiter: GuessLimiter): Promise<HttpResponse> => {
  const { forge, visitor, caller } = visit
  const keys = accountGuess(visit.request.remoteAddress, visitor.user)
  if (!guessLimiter.allows(...keys)) return tooManyTries(statusPage(visit, { password: TOO_MANY_TRIES }))
  if (!(await passwordMatches(visit, form))) return statusPage(visit, { password: 'is not right' })
  guessLimiter.wasRight(...keys)
  const disables = field(form, 'do') === 'disable'
  const done = disables ? await disableTwoFactor(forge, caller()) : await renewRecoveryCodes(forge, caller())
  if (E.isLeft(done)) return statusPage(visit, { password: 'could not be stored; try again' })
  const codes = done.right ?? []
  return visit.done(
    PATH,
    disables ? { notice: 'Two-factor authentication is off.' } : enrolled('The old recovery codes are void.', codes),
  )
}

/** `/profile/two_factor_auth`: enrol an authenticator app, get recovery codes, turn it off. */
export const twoFactorPages = (guessLimiter: GuessLimiter): ReadonlyArray<PlainRoute> => [
  visitorPage(
    PATH,
    (visit) =>
      visit.visitor.user.twoFactorEnabled ? statusPage(visit) : enrolPage(visit, visit.forge.oneTimeCodes.newSecret()),
    OPEN_DURING_ENROLMENT,
  ),
  visitorForm(PATH, (visit, form) => enable(visit, form, guessLimiter), OPEN_DURING_ENROLMENT),
  visitorForm(`${PATH}/manage`, (visit, form) => manage(visit, form, guessLimiter)),
]
