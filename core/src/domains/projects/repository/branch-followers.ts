import type { CommandContext } from '../../../app/command-context.js'
import type { MovedRef } from './steps/record-ref-updates.js'

/** A branch that somebody moved over the API, and under which circumstances. */
export interface FollowedMove extends Pick<MovedRef, 'from' | 'to' | 'forced'> {
  readonly projectId: number
  readonly branch: string
  readonly context: CommandContext
}

/** What follows from the move of a branch and is looked at next: done before whoever moved it is answered. The context of merge requests provides it. */
export interface BranchFollowers {
  readonly follow: (move: FollowedMove) => Promise<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly branchFollowers: BranchFollowers
  }
}
