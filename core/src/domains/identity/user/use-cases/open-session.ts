import type { SignedIn } from '../../../../access/principal.js'
import type { Lookup } from '../../../../app/forge.js'
import { isExpired } from '../../../../kernel/index.js'
import { administersBy } from '../../session/instance-rules.js'
import type { SessionRow } from '../../session/queries.js'
import { isAuditor } from '../instance-rules.js'
import { accountRefusal } from '../policy.js'
import type { UserRow } from '../queries.js'

/** A valid session. */
export interface OpenSession {
  readonly user: UserRow
  /** Has administrative rights only as far as admin mode allows. */
  readonly principal: SignedIn
  readonly session: SessionRow
}

/** The session of a secret; undefined where it has ended or expired, or where its user may not use the instance. */
export const openSession: Lookup<string, OpenSession | undefined> = (forge, secret) => {
  const session = forge.read.sessions.byDigest(forge.secrets.digest(secret))
  if (session === undefined || isExpired(session, forge.clock.now())) return undefined
  const user = forge.read.users.byId(session.userId)
  if (user === undefined || accountRefusal({ status: user.state, confirmed: user.confirmedAt !== null }) !== undefined)
    return undefined
  const credential = { kind: 'session', id: session.digest.slice(0, 16), scopes: [] } as const
  const { id: userId, external } = user
  const { adminUntil } = session
  const auditor = isAuditor(user, forge.instance.tier)
  const now = { now: forge.clock.now(), release: forge.instance.release }
  const admin = user.admin && administersBy({ ...credential, adminUntil }, now, forge.settings.current())
  return { user, session, principal: { kind: 'user', userId, admin, auditor, external, credential } }
}
