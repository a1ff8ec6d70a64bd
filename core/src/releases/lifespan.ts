import { compareReleases } from './release.js'

/** The releases in which something exists: from `since` on (missing: always) and before `until` (missing: for good). */
export interface Lifespan {
  readonly since?: string
  /** Deprecated or replaced from this release on; it still works. */
  readonly deprecated?: string
  /** The first release without it. */
  readonly until?: string
}

/**
 * Whether the item exists in this release.
 *
 * @example
 * assert.equal(isServed({ since: '15.4' }, '15.3'), false)
 */
export const isServed = (item: Lifespan, release: string): boolean =>
  (item.since === undefined || compareReleases(release, item.since) >= 0) &&
  (item.until === undefined || compareReleases(release, item.until) < 0)

/**
 * Whether the item exists and is deprecated in this release.
 *
 * @example
 * assert.equal(isDeprecated({ deprecated: '15.0' }, '15.3'), true)
 */
export const isDeprecated = (item: Lifespan, release: string): boolean =>
  item.deprecated !== undefined && compareReleases(release, item.deprecated) >= 0 && isServed(item, release)
