import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { isPasswordUnchanged } from '@forgefold/core/domains/identity/user'
import { millisecondsOf } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { cookieIn } from '../auth/sessions.js'
import type { HttpRequest } from '../http/index.js'

export const PENDING_COOKIE = '_forgefold_pending'

/** How many seconds after the password the code may be entered. */
export const CODE_SECONDS = 300

const pendingSignIn = t.type({
  kind: t.literal('pending'),
  userId: t.number,
  passwordMark: t.string,
  returnTo: t.string,
  until: t.number,
})

export type Pending = t.TypeOf<typeof pendingSignIn>

/** The user whose password was right and whose code is still to be entered. */
export const pendingOf = async (forge: Forge, request: HttpRequest): Promise<Pending | undefined> => {
  const sealed = cookieIn(request.headers, PENDING_COOKIE)
  const clear = sealed === undefined ? undefined : forge.secretBox.open(sealed)
  if (clear === undefined) return undefined
  const pending = pendingSignIn.decode(JSON.parse(clear))
  if (E.isLeft(pending) || pending.right.until <= millisecondsOf(forge.clock.now())) return undefined
  const isUnchanged = await isPasswordUnchanged(forge, { principal: anonymous }, pending.right)
  return E.isRight(isUnchanged) && isUnchanged.right ? pending.right : undefined
}
