import type { Principal } from '@forgefold/core/access'
import { forbidden, type Rejection, unauthenticated } from '@forgefold/core/kernel'

/** Credentials that carry scopes. */
const SCOPED: ReadonlySet<string> = new Set(['personal_access_token', 'oauth'])

const NEEDED = ['read_history', 'api'] as const

/** Whether somebody may look back: an administrator of today, by a credential that reaches so far. Undefined: they may. */
export const lookBackRefusal = (principal: Principal): Rejection | undefined => {
  if (principal.kind === 'anonymous') return unauthenticated
  if (principal.kind !== 'user' || !principal.admin || principal.credential.kind === 'job') return forbidden()
  const { kind, scopes } = principal.credential
  if (!SCOPED.has(kind) || NEEDED.some((scope) => scopes.includes(scope))) return undefined
  return { kind: 'InsufficientScope', scopes: [...NEEDED] }
}
