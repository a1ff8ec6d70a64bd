import type { Instant } from '../../../kernel/index.js'
import type { JobData, PipelineSource, PipelineVariable } from './events.js'

/** What protections say of jobs, by number: `held` waits for approvals; `barred` acts for somebody who may not deploy there. */
export type Gates = ReadonlyMap<number, 'held' | 'barred'>

/** What a job may be told to become from outside. */
export type ReportedStatus = 'pending' | 'running' | 'success' | 'failed' | 'canceled'

/** What an outside system says of one of its jobs. */
export interface ExternalReport {
  readonly jobId: number
  readonly name: string
  readonly status: ReportedStatus
  readonly targetUrl: string | null
  readonly description: string | null
  readonly coverage: number | null
  readonly userId: number
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
      /** All in status `created`; those whose turn it is begin to wait at once. */
      readonly jobs: ReadonlyArray<JobData>
      /** What an outside system says at once of a pipeline that is made for it. */
      readonly report?: ExternalReport
      readonly at: Instant
    }
  /** A job of an outside system by its name: the open one of that name moves, else there is a new one. */
  | ({ readonly type: 'ReportExternal'; readonly at: Instant } & ExternalReport)
  /** What a runner says of a job of the CI file. */
  | {
      readonly type: 'ReportJob'
      readonly jobId: number
      readonly status: Exclude<ReportedStatus, 'pending'>
      readonly failureReason: string | null
      readonly coverage: number | null
      /** The runner that takes it. */
      readonly runnerId?: number
      readonly at: Instant
    }
  /** Starts a manual job, or lets a job held back go on. */
  | {
      readonly type: 'PlayJob'
      readonly jobId: number
      readonly userId: number
      /** Their values are sealed. */
      readonly variables?: ReadonlyArray<PipelineVariable>
      readonly at: Instant
    }
  /** A delayed job has waited long enough. */
  | { readonly type: 'StartJob'; readonly jobId: number; readonly at: Instant }
  /** A job that waits for its resource has it. */
  | { readonly type: 'GrantResourceToJob'; readonly jobId: number; readonly at: Instant }
  | { readonly type: 'CancelJob'; readonly jobId: number; readonly at: Instant }
  /** Copies of finished jobs take their places; where its gate says so, one waits for approvals anew. */
  | {
      readonly type: 'Retry'
      readonly copies: ReadonlyArray<{ readonly jobId: number; readonly newJobId: number }>
      readonly userId: number
      readonly at: Instant
    }
  /** Holds a deployment job back until it is approved. */
  | { readonly type: 'HoldJob'; readonly jobId: number; readonly at: Instant }
  | { readonly type: 'DropJob'; readonly jobId: number; readonly reason: string; readonly at: Instant }
  | { readonly type: 'Cancel'; readonly at: Instant }
  | { readonly type: 'Delete' }

/** What can be asked of a pipeline; the gates are those of all jobs whose turn may come by it. */
export type PipelineCommand = Order & { readonly gates?: Gates }
