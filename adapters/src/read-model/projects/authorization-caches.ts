import { oncePerDatabase, RowCaches } from '../engine/row-cache.js'
import type { Authorizations } from './authorizations.js'
import type { NamespaceRows } from './namespace/rows.js'

/** Caches of namespaces, groups, projects, members and their effective roles: any event of these invalidates them. */
export const authorizationCachesOf = oncePerDatabase(() => new RowCaches())

/** The rows that handlers of groups, projects and members share. */
export interface ProjectsWriters {
  readonly namespaces: NamespaceRows
  readonly authorizations: Authorizations
}
