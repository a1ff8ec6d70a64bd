import type { Forge } from '@forgefold/core/app'
import { millisecondsOf } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { cookieIn } from '../auth/sessions.js'
import type { Header, HttpRequest } from '../http/index.js'
import { setCookie } from './form-token.js'
import { type Html, html } from './html.js'

const COOKIE = '_forgefold_flash'
/** How many seconds the browser has to fetch the next page. */
const LIFETIME_S = 60

const flash = t.intersection([
  t.type({ kind: t.literal('flash'), userId: t.number, until: t.number, notice: t.string }),
  t.partial({ secrets: t.readonlyArray(t.type({ label: t.string, value: t.string })) }),
])

/** A message shown once on the next page: that something was done, and secrets that are never shown again. */
export interface Flash {
  readonly notice: string
  readonly secrets?: ReadonlyArray<{ readonly label: string; readonly value: string }>
}

/** Stores a message for the next page, sealed because it may hold a secret. */
export const setFlash = (forge: Forge, userId: number, flash: Flash): Header => {
  const until = millisecondsOf(forge.clock.now()) + LIFETIME_S * 1000
  const sealed = forge.secretBox.seal(JSON.stringify({ ...flash, kind: 'flash', userId, until }))
  return setCookie(forge, COOKIE, sealed, LIFETIME_S)
}

const decoded = (clear: string): E.Either<unknown, t.TypeOf<typeof flash>> => {
  try {
    return flash.decode(JSON.parse(clear))
  } catch (error) {
    return E.left(error)
  }
}

/** The message left for this user by the previous page, with the header that deletes it. */
export const takeFlash = (
  forge: Forge,
  request: HttpRequest,
  userId: number,
): { readonly flash: Flash | undefined; readonly headers: ReadonlyArray<Header> } => {
  const sealed = cookieIn(request.headers, COOKIE)
  if (sealed === undefined) return { flash: undefined, headers: [] }
  const clear = forge.secretBox.open(sealed)
  const flash = clear === undefined ? undefined : decoded(clear)
  const good =
    flash !== undefined &&
    E.isRight(flash) &&
    flash.right.userId === userId &&
    flash.right.until > millisecondsOf(forge.clock.now())
  return { flash: good ? flash.right : undefined, headers: [setCookie(forge, COOKIE, '', 0)] }
}

/** Secrets that the visitor has to copy now, because they are never shown again. */
export const oneTimeSecrets = (flash: Flash | undefined): Html =>
  flash?.secrets === undefined
    ? html``
    : html`<section class="card notice" aria-label="Shown once">
<p><strong>Copy this now: it is not shown again.</strong></p>
<dl>${flash.secrets.map(({ label, value }) => html`<dt>${label}</dt><dd class="secret"><code>${value}</code></dd>`)}</dl>
</section>`
