import type { CommandContext } from '../../../../app/command-context.js'
import type { RefUpdatedData } from '../../../projects/repository/events.js'

/** A branch that moved, and under which circumstances something is done about it. */
export interface MovedBranch extends RefUpdatedData {
  readonly projectId: number
  readonly branch: string
  /** The circumstances for one merge request: doing it twice is doing it once. */
  readonly contextFor: (mergeRequestId: number, purpose: string) => CommandContext
}
