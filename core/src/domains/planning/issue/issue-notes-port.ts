import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../app/forge.js'
import type { IssueRow } from './queries.js'

/** Two issues, of which the second continues or copies the first. */
export interface IssuePair {
  readonly from: IssueRow
  readonly to: Pick<IssueRow, 'id' | 'projectId'>
}

/** The notes of issues; conversation implements it, and the composition passes it in. */
export interface IssueNotes {
  /** Copies all notes to the other issue, with their authors and times; notes that were copied before are left unchanged. Rejections: `Unavailable`. */
  readonly copy: (forge: Forge, caller: Caller, pair: IssuePair) => UseCaseResult<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly issueNotes: IssueNotes
  }
}
