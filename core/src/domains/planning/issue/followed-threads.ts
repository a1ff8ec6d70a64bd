import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../app/forge.js'
import type { ProjectRef } from '../../projects/project/access.js'

/** The threads of a merge request for which an issue is created: one, or all open ones. */
export interface FollowedThreads {
  readonly project: ProjectRef
  readonly mergeRequestIid: number
  readonly discussionId: string | undefined
}

/** Open threads that the caller may see. */
export interface OpenThreads {
  /** The default description of an issue for them. */
  readonly description: string
  /** Resolves the threads that the caller may resolve. Rejections: `Unavailable`. */
  readonly resolve: () => UseCaseResult<void>
}

/** Finds threads of merge requests; conversation implements it, and the composition passes it in. */
export interface MergeRequestThreads {
  /** Undefined where the caller sees no open thread. */
  readonly find: (forge: Forge, caller: Caller, wanted: FollowedThreads) => Promise<OpenThreads | undefined>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly mergeRequestThreads: MergeRequestThreads
  }
}
