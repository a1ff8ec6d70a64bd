import { RecencyCache } from '@forgefold/core/app'
import { hasDotSegment, normalizePath } from './request-path.js'
import type { Endpoint, FindEndpoint } from './route-tables.js'
import type { RouteMatch } from './router.js'

/** What follows from the path of a request alone. */
export interface KnownPath {
  /** In its normal form. */
  readonly path: string
  readonly hasDotSegment: boolean
  /** What is found there; undefined where nothing is. */
  readonly found: RouteMatch<Endpoint> | undefined
}

/** So many paths are kept, none of them longer than so many characters. */
const MOST = 2000
const LONGEST = 200

/** Resolves paths. Those that were asked for recently and lead somewhere are kept: splitting one and walking the routes costs a tenth of a read. */
export const makePathResolver = (find: FindEndpoint): ((sent: string) => KnownPath) => {
  const kept = new RecencyCache<string, KnownPath>(MOST)
  return (sent) => {
    const known = kept.get(sent)
    if (known !== undefined) return known
    const path = normalizePath(sent)
    const made = { path, hasDotSegment: hasDotSegment(sent), found: find(path) }
    if (made.found !== undefined && sent.length <= LONGEST) kept.set(sent, made)
    return made
  }
}
