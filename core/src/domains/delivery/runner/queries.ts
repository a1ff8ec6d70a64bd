import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { JobRow } from '../pipeline/queries.js'
import type { CiStatus } from '../pipeline/status.js'
import type { RunnerProgram, RunnerSettings, RunnerType } from './events.js'

/** A runner in the read model. */
export interface RunnerRow extends RunnerSettings, RunnerProgram {
  readonly id: number
  readonly type: RunnerType
  readonly groupId: number | null
  /** The projects for which it is enabled, the one of its registration first. */
  readonly projectIds: ReadonlyArray<number>
  readonly contactedAt: Instant | null
  readonly createdAt: Instant
}

/** Which jobs of a runner a list contains. */
export interface RunnerJobs {
  readonly runnerId: number
  readonly status?: CiStatus | undefined
  readonly sort: 'asc' | 'desc'
}

export interface RunnerQueries {
  readonly byId: (id: number) => RunnerRow | undefined
  /** By the SHA-256 of its authentication token. */
  readonly byDigest: (digest: string) => RunnerRow | undefined
  /** Every runner of the instance, by id. */
  readonly all: () => ReadonlyArray<RunnerRow>
  /** Jobs that a runner took, by id. */
  readonly jobs: (wanted: RunnerJobs, page: PageRequest) => Page<JobRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly runners: RunnerQueries
  }
}
