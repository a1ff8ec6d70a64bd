import { type Principal, seesAll } from './principal.js'

/** Restricts a list to what one user may see. */
export interface VisibilityScope {
  /** Undefined for anonymous callers. */
  readonly userId: number | undefined
  /** Administrators and auditors. */
  readonly seesAll: boolean
  readonly external: boolean
}

/**
 * The scope of a caller: that of the user, or of anonymous callers.
 *
 * @example
 * assert.equal(visibilityScopeOf({ kind: 'anonymous' }).seesAll, false)
 */
export const visibilityScopeOf = (principal: Principal): VisibilityScope =>
  principal.kind === 'user'
    ? { userId: principal.userId, seesAll: seesAll(principal), external: principal.external }
    : { userId: undefined, seesAll: false, external: false }

/** No restriction: for counts and jobs of the instance itself. */
export const UNRESTRICTED: VisibilityScope = { userId: undefined, seesAll: true, external: false }
