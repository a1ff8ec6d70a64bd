import type { SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { standingRefusal, type UserRow } from '@forgefold/core/domains/user'
import '@forgefold/core/domains/session'
import type { HttpRequest } from '../http/index.js'
import { cookieOf, SESSION_COOKIE } from './cookies.js'

/** Who is signed in in this browser. */
export interface Visitor {
  readonly user: UserRow
  readonly principal: SignedIn
  readonly secret: string
}

/** The visitor by the session cookie; undefined where there is none, or where it has ended or expired, or its user may not come in. */
export const visitorOf = (forge: Forge, request: HttpRequest): Visitor | undefined => {
  const secret = cookieOf(request, SESSION_COOKIE)
  const digest = secret === undefined ? undefined : forge.secrets.digest(secret)
  const row = digest === undefined ? undefined : forge.read.sessions.byDigest(digest)
  if (secret === undefined || row === undefined || row.expiresAt <= forge.clock.now()) return undefined
  const user = forge.read.users.byId(row.userId)
  if (user === undefined || standingRefusal({ status: user.state, confirmed: user.confirmedAt !== null }) !== undefined)
    return undefined
  const credential = { kind: 'session', id: row.digest.slice(0, 16), scopes: [] } as const
  return {
    user,
    secret,
    principal: { kind: 'user', userId: user.id, admin: user.admin, external: user.external, credential },
  }
}
