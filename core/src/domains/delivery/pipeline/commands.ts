import type { Instant } from '../../../kernel/index.js'
import type { CiFileCopy, JobData, PipelineSource, PipelineVariable } from './events.js'
import type { CiStatus } from './status.js'

/** Gates of protected environments, by job id: a `held` job waits for approvals; a `barred` one runs for a user who may not deploy there. */
export type Gates = ReadonlyMap<number, 'held' | 'barred'>

/** The statuses that outside systems can set. */
export type ReportedStatus = 'pending' | 'running' | 'success' | 'failed' | 'canceled'

/** The report of an outside system about one of its jobs. */
export interface ExternalReport {
  readonly jobId: number
  readonly name: string
  readonly status: ReportedStatus
  readonly targetUrl: string | null
  readonly description: string | null
  readonly coverage: number | null
  readonly userId: number
}

/** The bridge that creates a pipeline. */
export interface Upstream {
  readonly pipelineId: number
  readonly jobId: number
}

type Order =
  | {
      readonly type: 'Create'
      readonly projectId: number
      readonly iid: number
      readonly sha: string
      readonly ref: string
      readonly tag: boolean
      readonly source: PipelineSource
      readonly beforeSha: string
      readonly userId: number | null
      readonly mergeRequestId: number | null
      readonly sourceSha: string | null
      readonly yamlErrors: string | null
      readonly skipped: boolean
      /** Their values are sealed. */
      readonly variables?: ReadonlyArray<PipelineVariable>
      readonly triggerId?: number
      readonly scheduleId?: number
      readonly upstream?: Upstream
      /** The CI files of a child pipeline, or copies of them. */
      readonly files?: ReadonlyArray<string>
      readonly copies?: ReadonlyArray<CiFileCopy>
      /** All in status `created`; those in the first stage become pending at once. */
      readonly jobs: ReadonlyArray<JobData>
      /** The report with which a pipeline of outside jobs begins. */
      readonly report?: ExternalReport
      readonly at: Instant
    }
  /** Reports a job of an outside system by name: the unfinished job of that name moves, or else a new job is added. */
  | ({ readonly type: 'ReportExternal'; readonly at: Instant } & ExternalReport)
  /** The report of a runner about a job of the CI file. */
  | {
      readonly type: 'ReportJob'
      readonly jobId: number
      readonly status: Exclude<ReportedStatus, 'pending'>
      readonly failureReason: string | null
      readonly coverage: number | null
      /** The runner that takes it. */
      readonly runnerId?: number
      /** The address of its environment, where it is known better at its end. */
      readonly environmentUrl?: string | undefined
      /** The code with which its script has failed. */
      readonly exitCode?: number | undefined
      /** The copy that replaces it, where it has failed and its CI file retries it. */
      readonly copyId?: number | undefined
      readonly at: Instant
    }
  /** Starts a manual job, or releases a held one. */
  | {
      readonly type: 'PlayJob'
      readonly jobId: number
      readonly userId: number
      /** Their values are sealed. */
      readonly variables?: ReadonlyArray<PipelineVariable>
      readonly at: Instant
    }
  /** The delay of a delayed job has ended. */
  | { readonly type: 'StartJob'; readonly jobId: number; readonly at: Instant }
  /** A job that waits for its resource gets it. */
  | { readonly type: 'GrantResourceToJob'; readonly jobId: number; readonly at: Instant }
  /** The pipeline that a bridge started has another status. */
  | { readonly type: 'FollowDownstreamInJob'; readonly jobId: number; readonly status: CiStatus; readonly at: Instant }
  | { readonly type: 'CancelJob'; readonly jobId: number; readonly at: Instant }
  /** Replaces finished jobs by copies; a copy is held for approvals again where its gate says so. */
  | {
      readonly type: 'Retry'
      readonly copies: ReadonlyArray<{ readonly jobId: number; readonly newJobId: number }>
      /** Copies start when their turn comes; default: all of them at once. */
      readonly inTurn?: boolean
      readonly userId: number
      readonly at: Instant
    }
  /** Holds a deployment job back until it is approved. */
  | { readonly type: 'HoldJob'; readonly jobId: number; readonly at: Instant }
  | { readonly type: 'DropJob'; readonly jobId: number; readonly reason: string; readonly at: Instant }
  | { readonly type: 'Cancel'; readonly at: Instant }
  | { readonly type: 'Delete' }

/** The commands of a pipeline; the gates are those of all jobs that may start as a consequence. */
export type PipelineCommand = Order & { readonly gates?: Gates }
