import type { CommandContext } from '../../../app/command-context.js'
import type { RefUpdateOrigin } from './aggregate.js'
import type { MovedRef } from './steps/record-ref-updates.js'

/** Branches of one project that somebody moved in one go, and under which circumstances. */
export interface FollowedMove {
  readonly projectId: number
  readonly branches: ReadonlyArray<Pick<MovedRef, 'from' | 'to' | 'forced'> & { readonly branch: string }>
  readonly via: RefUpdateOrigin
  readonly context: CommandContext
}

/** What follows from the move of branches and is looked at next: done before whoever moved them is answered. The context of merge requests provides it. */
export interface BranchFollowers {
  readonly follow: (move: FollowedMove) => Promise<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly branchFollowers: BranchFollowers
  }
}
