import type { Instant } from '../../kernel/index.js'
import type { TagProtection } from './events.js'

export interface ProtectedTagRow extends TagProtection {
  readonly projectId: number
  readonly updatedAt: Instant
}

export interface ProtectedTagQueries {
  /** By id. */
  readonly ofProject: (projectId: number) => ReadonlyArray<ProtectedTagRow>
}

declare module '../../ports/read-model.js' {
  interface ReadModel {
    readonly protectedTags: ProtectedTagQueries
  }
}
