import { anonymous, type Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { type OpenSession, openSession } from '@forgefold/core/domains/identity/user'
import type { HttpRequest } from '../http/message.js'
import { type Needs, READING } from './scope-check.js'

/** The cookie that holds a session's secret. */
export const SESSION_COOKIE = '_forgefold_session'

/** A cookie's value by its name. */
export const cookieIn = (headers: ReadonlyMap<string, string>, name: string): string | undefined => {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** The token that proves that a form or script comes from a page of this server: bound to one cookie of the browser. */
export const csrfTokenOf = (forge: Forge, cookie: string): string => forge.secrets.keyedDigest(`csrf\0${cookie}`)

/** The circumstances on which administrative rights depend besides the credential. */
export const timeAndReleaseOf = ({ clock, instance }: Forge) => ({ now: clock.now(), release: instance.release })

/** The user who is signed in with this browser. */
export interface Visitor extends OpenSession {
  readonly secret: string
}

/** The visitor by the session cookie; undefined for anonymous visitors. */
export const visitorOf = (forge: Forge, request: Pick<HttpRequest, 'headers'>): Visitor | undefined => {
  const secret = cookieIn(request.headers, SESSION_COOKIE)
  const open = secret === undefined ? undefined : openSession(forge, secret)
  return secret === undefined || open === undefined ? undefined : { ...open, secret }
}

/** The principal of a session cookie: reads need the cookie only, all other requests a CSRF token of a page of this server. */
export const principalOf = (
  forge: Forge,
  { secret, csrf }: { readonly secret: string; readonly csrf?: string | undefined },
  method: Needs['method'],
): Principal => {
  const vouched = csrf !== undefined && forge.secrets.equal(csrf, csrfTokenOf(forge, secret))
  return READING.has(method) || vouched ? (openSession(forge, secret)?.principal ?? anonymous) : anonymous
}
