import type { Instant } from '../../../kernel/index.js'
import type { LfsLockData } from './aggregate.js'

/** A lock in the read model. */
export interface LfsLockRow extends LfsLockData {
  readonly id: number
  readonly lockedAt: Instant
}

/** Which locks of a project a list contains: by id, from one on. */
export interface LfsLockFilter {
  readonly path?: string | undefined
  readonly id?: number | undefined
  /** The first id. */
  readonly from: number
  readonly most: number
}

export interface LfsLockQueries {
  readonly find: (projectId: number, id: number) => LfsLockRow | undefined
  readonly onPath: (projectId: number, path: string) => LfsLockRow | undefined
  readonly list: (projectId: number, filter: LfsLockFilter) => ReadonlyArray<LfsLockRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly lfsLocks: LfsLockQueries
  }
}
