import type { SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { SessionRow } from '@forgefold/core/domains/identity/session'
import { administersBy } from '@forgefold/core/domains/identity/session'
import { standingRefusal, type UserRow } from '@forgefold/core/domains/identity/user'

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

/** What a form or a script has to bring along to prove that a page of this server made it: bound to one cookie of the browser. */
export const csrfTokenOf = (forge: Forge, cookie: string): string => forge.secrets.keyedDigest(`csrf\0${cookie}`)

/** What the rights of an administrator depend on besides the credential. */
export const nowOf = ({ clock, instance }: Forge) => ({ now: clock.now(), release: instance.release })

/** A session that is good now. */
export interface OpenSession {
  readonly user: UserRow
  /** An administrator only while admin mode lets the user be one. */
  readonly principal: SignedIn
  readonly session: SessionRow
}

/** The session of a secret; undefined where it has ended or expired, or where its user may not come in. */
export const openSession = (forge: Forge, secret: string): OpenSession | undefined => {
  const session = forge.read.sessions.byDigest(forge.secrets.digest(secret))
  if (session === undefined || session.expiresAt <= forge.clock.now()) return undefined
  const user = forge.read.users.byId(session.userId)
  if (user === undefined || standingRefusal({ status: user.state, confirmed: user.confirmedAt !== null }) !== undefined)
    return undefined
  const credential = { kind: 'session', id: session.digest.slice(0, 16), scopes: [] } as const
  const { id: userId, external } = user
  const { adminUntil } = session
  const admin = user.admin && administersBy({ ...credential, adminUntil }, nowOf(forge), forge.settings.current())
  return { user, session, principal: { kind: 'user', userId, admin, external, credential } }
}
