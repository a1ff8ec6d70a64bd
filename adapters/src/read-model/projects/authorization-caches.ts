import { oncePerDatabase, RowCaches } from '../engine/row-cache.js'

/** Caches of what namespaces, groups, projects, members and their effective roles say: any event of these makes them untrue. */
export const authorizationCachesOf = oncePerDatabase(() => new RowCaches())
