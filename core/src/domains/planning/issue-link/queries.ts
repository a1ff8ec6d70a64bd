import type { Instant } from '../../../kernel/index.js'
import type { IssueLinkData } from './aggregate.js'

/** A link in the read model. */
export interface IssueLinkRow extends IssueLinkData {
  readonly id: number
  readonly createdAt: Instant
}

/** The queries of issue links. */
export interface IssueLinkQueries {
  readonly byId: (id: number) => IssueLinkRow | undefined
  /** The links of an issue in either direction, oldest first. */
  readonly ofIssue: (issueId: number) => ReadonlyArray<IssueLinkRow>
  readonly between: (one: number, other: number) => IssueLinkRow | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly issueLinks: IssueLinkQueries
  }
}
