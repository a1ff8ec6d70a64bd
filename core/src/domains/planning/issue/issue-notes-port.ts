import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../app/forge.js'
import type { IssueRow } from './queries.js'

/** Two issues, of which the second goes on with the first or repeats it. */
export interface IssuePair {
  readonly from: IssueRow
  readonly to: Pick<IssueRow, 'id' | 'projectId'>
}

/** What people said about issues; conversation implements it, the composition passes it in. */
export interface IssueNotes {
  /** Says all of it of the other issue too, by the same people and at the same times; what was copied there before is left as it is. Rejections: `Unavailable`. */
  readonly copy: (forge: Forge, caller: Caller, pair: IssuePair) => UseCaseResult<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly issueNotes: IssueNotes
  }
}
