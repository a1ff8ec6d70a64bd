import { RecencyCache } from '@forgefold/core/app'
import type { ObjectId } from '@forgefold/core/ports'

/** The part of a commit that a history walk needs. */
export interface Link {
  readonly parents: ReadonlyArray<ObjectId>
  /** The committer's date in seconds since the epoch. */
  readonly seconds: number
}

/** The commits of one repository. */
export interface LinksOfOne {
  readonly get: (id: ObjectId) => Link | undefined
  readonly set: (id: ObjectId, link: Link) => void
}

const MAX_CACHED_COMMITS = 20_000

/** A cache of parents and dates of commits, which are immutable, by repository and id. */
export class CommitLinks {
  readonly #kept = new RecencyCache<string, Link>(MAX_CACHED_COMMITS)

  of(repository: string): LinksOfOne {
    return {
      get: (id) => this.#kept.get(`${repository} ${id}`),
      set: (id, link) => this.#kept.set(`${repository} ${id}`, link),
    }
  }
}
