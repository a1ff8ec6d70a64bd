import { RecencyCache } from '@forgefold/core/app'
import type { ObjectId } from '@forgefold/core/ports'

/** What a walk through history needs of a commit. */
export interface Link {
  readonly parents: ReadonlyArray<ObjectId>
  /** The committer's date in seconds since the epoch. */
  readonly seconds: number
}

const KEPT = 20_000

/** How commits hang together, kept by repository and id: it never changes. */
export class CommitLinks {
  readonly #kept = new RecencyCache<string, Link>(KEPT)

  get(repository: number, id: ObjectId): Link | undefined {
    return this.#kept.get(`${repository} ${id}`)
  }

  set(repository: number, id: ObjectId, link: Link): void {
    this.#kept.set(`${repository} ${id}`, link)
  }
}
