import { isServed, type Lifespan } from './lifespan.js'
import type { ReleaseItem } from './release-item.js'
import { RELEASE_TABLE, type ReleaseItemId } from './table/index.js'

/**
 * Whether the release has the item with this id.
 *
 * @example
 * assert.equal(releaseHas('tokens.admin_mode_scope', '14.0'), false)
 */
export const releaseHas = (id: ReleaseItemId, release: string): boolean => isServed(RELEASE_TABLE[id], release)

/** What a deprecation tells clients besides its release. */
export interface DeprecationNote extends Lifespan {
  /** The line of the release table: the anchor of its place on the page of deprecations. */
  readonly item: ReleaseItemId
}

/**
 * The lifespan of an item, to be spread over a parameter or a route, so that both follow the table.
 *
 * @example
 * import { releaseItems } from '@forgefold/core/releases'
 * assert.equal(lifespanOf(releaseItems[0].id).item, releaseItems[0].id)
 */
export const lifespanOf = (id: ReleaseItemId): DeprecationNote => {
  const { since, deprecated, until }: ReleaseItem = RELEASE_TABLE[id]
  return {
    item: id,
    ...(since === undefined ? {} : { since }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(until === undefined ? {} : { until }),
  }
}
