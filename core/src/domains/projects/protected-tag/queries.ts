import type { Instant } from '../../../kernel/index.js'
import type { TagProtection } from './aggregate.js'

/** A protection in the read model. */
export interface ProtectedTagRow extends TagProtection {
  readonly projectId: number
  readonly updatedAt: Instant
}

/** The queries of protected tags. */
export interface ProtectedTagQueries {
  /** By id. */
  readonly ofProject: (projectId: number) => ReadonlyArray<ProtectedTagRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly protectedTags: ProtectedTagQueries
  }
}
