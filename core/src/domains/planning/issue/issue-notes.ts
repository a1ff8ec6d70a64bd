import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../app/forge.js'
import type { IssueRow } from './queries.js'

/** Two issues, of which the second goes on with the first or repeats it. */
export interface IssuePair {
  readonly from: IssueRow
  readonly to: IssueRow
}

/** What people said about issues; conversation implements it, the composition passes it in. */
export interface IssueNotes {
  /** Says all of it of the other issue too, by the same people and at the same times. Rejections: `Unavailable`. */
  readonly copy: (forge: Forge, caller: Caller, pair: IssuePair) => UseCaseResult<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly issueNotes: IssueNotes
  }
}
