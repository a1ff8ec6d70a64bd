import type { Authorizations } from './authorizations.js'
import type { NamespaceRows } from './namespace/rows.js'

/** What all handlers of places write through. */
export interface ProjectsWriters {
  readonly namespaces: NamespaceRows
  readonly authorizations: Authorizations
}
