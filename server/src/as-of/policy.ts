import { type Principal, readsHistory } from '@forgefold/core/access'
import { forbidden, type Rejection, unauthenticated } from '@forgefold/core/kernel'

/** Credentials that carry scopes. */
const SCOPED: ReadonlySet<string> = new Set(['personal_access_token', 'oauth'])

const NEEDED = ['read_history', 'api'] as const

/**
 * Refuses reads as of a point in the past except for present administrators and auditors with a token that has `read_history` or `api`.
 * Undefined: allowed.
 */
export const asOfRefusal = (principal: Principal): Rejection | undefined => {
  if (principal.kind === 'anonymous') return unauthenticated
  if (!readsHistory(principal) || principal.kind !== 'user' || principal.credential.kind === 'job') return forbidden()
  const { kind, scopes } = principal.credential
  if (!SCOPED.has(kind) || NEEDED.some((scope) => scopes.includes(scope))) return undefined
  return { kind: 'InsufficientScope', scopes: [...NEEDED] }
}
