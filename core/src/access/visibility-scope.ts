import { type Principal, seesAll } from './principal.js'

/** For whom a list is made: it holds what this user may see. */
export interface VisibilityScope {
  /** Undefined for the anonymous. */
  readonly userId: number | undefined
  /** Administrators and auditors. */
  readonly seesAll: boolean
  readonly external: boolean
}

/**
 * What a caller may see: that of the user, or of the anonymous.
 *
 * @example
 * assert.equal(visibilityScopeOf({ kind: 'anonymous' }).seesAll, false)
 */
export const visibilityScopeOf = (principal: Principal): VisibilityScope =>
  principal.kind === 'user'
    ? { userId: principal.userId, seesAll: seesAll(principal), external: principal.external }
    : { userId: undefined, seesAll: false, external: false }

/** Everything there is: for counts and jobs of the instance itself. */
export const UNRESTRICTED: VisibilityScope = { userId: undefined, seesAll: true, external: false }
