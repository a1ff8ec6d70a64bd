import type * as E from 'fp-ts/lib/Either.js'
import { RecencyCache } from '../../../app/recency-cache.js'
import type { EventId, Rejection } from '../../../kernel/index.js'
import type { Commit, ObjectId } from '../../../ports/git.js'
import type { CollectedPatches } from '../../projects/repository/collect-patches.js'
import type { OwnedPattern } from './rules/parse-code-owners.js'

/** What a mergeability check found. */
export interface Checked {
  readonly mergeable: boolean
  readonly mergeRef: ObjectId | null
}

/**
 * The cached data of merge requests in one process: answers of git about commits, which never change, and the checks in progress.
 *
 * Keys begin with the project and name every object id and limit that the value depends on.
 */
export interface MergeRequestProcessState {
  readonly commits: RecencyCache<string, ReadonlyArray<Commit>>
  readonly diffs: RecencyCache<string, CollectedPatches>
  readonly codeOwners: RecencyCache<string, ReadonlyArray<OwnedPattern>>
  /** Mergeability checks in progress, by merge request. */
  readonly checks: Map<number, Promise<E.Either<Rejection, Checked>>>
  /** The push options that were carried out or are being carried out, by the event of the pushed branch; what was wrong with them. */
  readonly pushOptions: RecencyCache<EventId, Promise<ReadonlyArray<string>>>
}

/** An empty process state: at most 2,000 lists of commits, 100 diffs, 500 files of code owners and the last 500 pushes with options are kept. */
export const makeMergeRequestProcessState = (): MergeRequestProcessState => ({
  commits: new RecencyCache(2000),
  diffs: new RecencyCache(100),
  codeOwners: new RecencyCache(500),
  checks: new Map(),
  pushOptions: new RecencyCache(500),
})

declare module '../../../app/forge.js' {
  interface Forge {
    readonly mergeRequestState: MergeRequestProcessState
  }
}
