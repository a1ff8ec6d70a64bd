import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../app/forge.js'
import type { ProjectRef } from '../../projects/project/access.js'

/** Which threads of a merge request an issue goes on with: one, or all that are open. */
export interface FollowedThreads {
  readonly project: ProjectRef
  readonly mergeRequestIid: number
  readonly discussionId: string | undefined
}

/** Open threads as they are found for somebody. */
export interface OpenThreads {
  /** What an issue about them says where nobody says anything else. */
  readonly description: string
  /** Resolves those that the caller may resolve. Rejections: `Unavailable`. */
  readonly resolve: () => UseCaseResult<void>
}

/** Finds threads of merge requests; conversation implements it, the composition passes it in. */
export interface MergeRequestThreads {
  /** Undefined where the caller sees none that are open. */
  readonly find: (forge: Forge, caller: Caller, wanted: FollowedThreads) => Promise<OpenThreads | undefined>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly mergeRequestThreads: MergeRequestThreads
  }
}
