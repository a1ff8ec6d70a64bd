import type { Instant } from '../../../kernel/index.js'
import type { ObjectId } from '../../../ports/git.js'

/** A repository that was written to at least once, as the history knows it. */
export interface RepositoryRow {
  readonly projectId: number
  readonly branches: number
  /** When a ref last moved. */
  readonly pushedAt: Instant
}

/** The queries of repositories without git. */
export interface RepositoryQueries {
  readonly find: (projectId: number) => RepositoryRow | undefined
  /** The target of a ref according to the history; `name` in full. */
  readonly ref: (projectId: number, name: string) => ObjectId | undefined
  /** Every ref that the history knows, by name in byte order. */
  readonly refs: (projectId: number) => ReadonlyArray<{ readonly name: string; readonly target: ObjectId }>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly repositories: RepositoryQueries
  }
}
