import { BEFORE_FIRST_RELEASE } from '../release.js'
import type { ReleaseItem } from '../release-item.js'

/** A setting that is added in a release. */
export const introduced = (name: string, since: string, after: string): ReleaseItem => ({
  kind: 'setting',
  area: 'Settings',
  name,
  since,
  served: true,
  before: 'unknown and ignored',
  after,
})

/** A former name of a setting. */
export const oldName = (name: string, replacedBy: string, deprecated: string = BEFORE_FIRST_RELEASE): ReleaseItem => ({
  kind: 'setting',
  area: 'Settings',
  name,
  deprecated,
  replacedBy,
  served: true,
  before: `another name of ${replacedBy}`,
  after: `${replacedBy} alone`,
})
