import type { Forge } from '@forgefold/core/app'
import type { HttpRequest } from '../http/index.js'

export const SESSION_COOKIE = '_forgefold_session'
const CSRF_COOKIE = '_forgefold_csrf'

/** A cookie's value by its name. */
export const cookieOf = (request: Pick<HttpRequest, 'headers'>, name: string): string | undefined => {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** Sets a cookie that scripts cannot read and other sites cannot send along with their forms; `seconds` undefined: until the browser closes. */
export const setCookie = (forge: Forge, name: string, value: string, seconds?: number): readonly [string, string] => {
  const secure = forge.instance.externalUrl.startsWith('https:') ? '; Secure' : ''
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  return ['Set-Cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`]
}

/** The token that this browser's forms have to bring, and the cookie it hangs on where that is new. */
export interface FormToken {
  readonly value: string
  readonly headers: ReadonlyArray<readonly [string, string]>
}

const tokenOf = (forge: Forge, cookie: string): string => forge.secrets.keyedDigest(`csrf\0${cookie}`)

export const formToken = (forge: Forge, request: HttpRequest): FormToken => {
  const known = cookieOf(request, CSRF_COOKIE)
  if (known !== undefined) return { value: tokenOf(forge, known), headers: [] }
  const fresh = forge.secrets.hex(16)
  return { value: tokenOf(forge, fresh), headers: [setCookie(forge, CSRF_COOKIE, fresh)] }
}

const sameOrigin = (request: HttpRequest): boolean => {
  const origin = request.headers.get('origin')
  if (origin === undefined || origin === 'null') return true
  return origin.replace(/^https?:\/\//, '') === request.headers.get('host')
}

/** Whether a form came from one of our own pages in the same browser. */
export const isOwnForm = (forge: Forge, request: HttpRequest, token: string | undefined): boolean => {
  const cookie = cookieOf(request, CSRF_COOKIE)
  return (
    cookie !== undefined &&
    token !== undefined &&
    sameOrigin(request) &&
    forge.secrets.equal(token, tokenOf(forge, cookie))
  )
}
