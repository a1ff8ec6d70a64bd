import type { Forge } from '@forgefold/core/app'
import { type OpenSession, openSession } from '@forgefold/core/domains/identity/session'
import { cookieIn, SESSION_COOKIE } from '../auth/sessions.js'
import type { HttpRequest } from '../http/index.js'

/** Who is signed in in this browser. */
export interface Visitor extends OpenSession {
  readonly secret: string
}

/** The visitor by the session cookie; undefined where nobody is signed in. */
export const visitorOf = (forge: Forge, request: Pick<HttpRequest, 'headers'>): Visitor | undefined => {
  const secret = cookieIn(request.headers, SESSION_COOKIE)
  const open = secret === undefined ? undefined : openSession(forge, secret)
  return secret === undefined || open === undefined ? undefined : { ...open, secret }
}
