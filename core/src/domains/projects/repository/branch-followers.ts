import type { CommandContext } from '../../../app/command-context.js'
import type { RefUpdateOrigin } from './aggregate.js'
import type { MovedRef } from './steps/record-ref-updates.js'

/** A simultaneous update of branches of one project, with its context. */
export interface FollowedMove {
  readonly projectId: number
  readonly branches: ReadonlyArray<Pick<MovedRef, 'from' | 'to' | 'forced'> & { readonly branch: string }>
  readonly via: RefUpdateOrigin
  readonly context: CommandContext
}

/** Work that follows from a branch update before it is answered; the merge request domain implements it. */
export interface BranchFollowers {
  readonly follow: (move: FollowedMove) => Promise<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly branchFollowers: BranchFollowers
  }
}
