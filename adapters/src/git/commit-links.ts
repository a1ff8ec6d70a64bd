import { RecencyCache } from '@forgefold/core/app'
import type { ObjectId } from '@forgefold/core/ports'

/** What a walk through history needs of a commit. */
export interface Link {
  readonly parents: ReadonlyArray<ObjectId>
  /** The committer's date in seconds since the epoch. */
  readonly seconds: number
}

/** Of one repository, for as long as it is not removed. */
export interface LinksOfOne {
  readonly get: (id: ObjectId) => Link | undefined
  readonly set: (id: ObjectId, link: Link) => void
}

const KEPT = 20_000

/** How commits hang together, kept by the name of a repository and id: it never changes. */
export class CommitLinks {
  readonly #kept = new RecencyCache<string, Link>(KEPT)

  of(repository: string): LinksOfOne {
    return {
      get: (id) => this.#kept.get(`${repository} ${id}`),
      set: (id, link) => this.#kept.set(`${repository} ${id}`, link),
    }
  }
}
