import type { Forge } from '@forgefold/core/app'
import { cookieIn, csrfTokenOf, SESSION_COOKIE } from '../auth/sessions.js'
import type { HttpRequest } from '../http/index.js'

const CSRF_COOKIE = '_forgefold_csrf'

/** Sets an `HttpOnly` cookie that is not sent with forms of other sites; without `seconds` it lasts until the browser closes. */
export const setCookie = (forge: Forge, name: string, value: string, seconds?: number): readonly [string, string] => {
  const secure = forge.instance.externalUrl.startsWith('https:') ? '; Secure' : ''
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  return ['Set-Cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`]
}

/** The CSRF token that this browser's forms have to send, and the cookie it is derived from if that is new. */
export interface FormToken {
  readonly value: string
  readonly headers: ReadonlyArray<readonly [string, string]>
}

/** For a signed-in user the token is derived from the session: a cookie planted by an attacker makes no valid form. */
const anchorOf = ({ headers }: HttpRequest): string | undefined =>
  cookieIn(headers, SESSION_COOKIE) ?? cookieIn(headers, CSRF_COOKIE)

export const formToken = (forge: Forge, request: HttpRequest): FormToken => {
  const known = anchorOf(request)
  if (known !== undefined) return { value: csrfTokenOf(forge, known), headers: [] }
  const fresh = forge.secrets.hex(16)
  return { value: csrfTokenOf(forge, fresh), headers: [setCookie(forge, CSRF_COOKIE, fresh)] }
}

/** Browsers send the origin of a form; a reverse proxy may have replaced the host name. */
const isFromHere = (forge: Forge, request: HttpRequest): boolean => {
  const origin = request.headers.get('origin')
  if (origin === undefined) return true
  return origin === forge.instance.externalUrl || origin.replace(/^https?:\/\//, '') === request.headers.get('host')
}

/** Whether a form was sent from one of this server's pages in the same browser. */
export const isFormTokenRight = (forge: Forge, request: HttpRequest, token: string | undefined): boolean => {
  const anchor = anchorOf(request)
  return (
    anchor !== undefined &&
    token !== undefined &&
    isFromHere(forge, request) &&
    forge.secrets.equal(token, csrfTokenOf(forge, anchor))
  )
}
