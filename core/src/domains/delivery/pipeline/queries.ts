import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { ResourceGroupRow } from '../resource-group/queries.js'
import type { BridgeTrigger, CiFileCopy, JobData, PipelineSource, PipelineVariable } from './events.js'
import type { CiStatus } from './status.js'

/** A pipeline in the read model. */
export interface PipelineRow {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly sha: string
  readonly ref: string
  readonly tag: boolean
  readonly source: PipelineSource
  readonly status: CiStatus
  readonly beforeSha: string
  readonly userId: number | null
  readonly mergeRequestId: number | null
  readonly sourceSha: string | null
  /** The bridge that created it, and its pipeline. */
  readonly bridgeId: number | null
  readonly upstreamId: number | null
  /** The CI files of a child pipeline; null: that of the project. */
  readonly files: ReadonlyArray<string> | null
  /** Copies of its CI files, where one of these is from elsewhere. */
  readonly copies: ReadonlyArray<CiFileCopy> | null
  readonly yamlErrors: string | null
  /** Successful, although a job that is allowed to fail has failed. */
  readonly warnings: boolean
  /** In percent; the mean of what its jobs reported. */
  readonly coverage: number | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
}

/** A job in the read model. */
export interface JobRow {
  readonly id: number
  readonly pipelineId: number
  readonly projectId: number
  readonly name: string
  readonly stage: string
  readonly stageIndex: number
  readonly kind: JobData['kind']
  readonly when: string
  readonly status: CiStatus
  readonly allowFailure: boolean
  readonly environment: string | null
  readonly environmentUrl: string | null
  readonly environmentAction: string | null
  /** The job of the same pipeline that stops the environment, by name. */
  readonly onStop: string | null
  /** Seconds after its success when the environment stops automatically. */
  readonly autoStopIn: number | null
  /** Waits for approvals, or has waited for them. */
  readonly held: boolean
  readonly targetUrl: string | null
  readonly description: string | null
  readonly userId: number | null
  readonly failureReason: string | null
  readonly coverage: number | null
  /** The variables that rules of the file give it. */
  readonly ruleVariables: Readonly<Record<string, string>>
  /** The pattern that finds it in the trace. */
  readonly coveragePattern: string | null
  readonly retried: boolean
  readonly tags: ReadonlyArray<string>
  readonly resourceGroupId: number | null
  /** The runner that took it. */
  readonly runnerId: number | null
  readonly createdAt: Instant
  readonly queuedAt: Instant | null
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
}

/** What lists of pipelines can be sorted by. */
export const PIPELINE_ORDERS = ['id', 'status', 'ref', 'updated_at', 'user_id'] as const

/** Which pipelines a list contains. */
export interface PipelineFilter {
  readonly projectId: number
  readonly scope?: 'running' | 'pending' | 'finished' | 'branches' | 'tags' | undefined
  readonly status?: CiStatus | undefined
  /** Without it, child pipelines are left out. */
  readonly source?: PipelineSource | undefined
  /** Those created by this schedule. */
  readonly scheduleId?: number | undefined
  readonly ref?: string | undefined
  readonly sha?: string | undefined
  readonly username?: string | undefined
  readonly yamlErrors?: boolean | undefined
  readonly createdAfter?: Instant | undefined
  readonly updatedAfter?: Instant | undefined
  readonly updatedBefore?: Instant | undefined
  readonly orderBy: (typeof PIPELINE_ORDERS)[number]
  readonly sort: 'asc' | 'desc'
}

/** Which statuses of a commit a list contains. */
export interface StatusFilter {
  readonly projectId: number
  readonly sha: string
  readonly ref?: string | undefined
  readonly stage?: string | undefined
  readonly name?: string | undefined
  /** Retried ones too; otherwise the newest of each name. */
  readonly all: boolean
}

/** The queries of pipelines and jobs. */
export interface PipelineQueries {
  readonly find: (projectId: number, id: number) => PipelineRow | undefined
  readonly byId: (id: number) => PipelineRow | undefined
  /** The variables set by its creator, in order; the values are sealed. */
  readonly variables: (id: number) => ReadonlyArray<PipelineVariable>
  /** The variables with which a job was started, sealed as well. */
  readonly jobVariables: (jobId: number) => ReadonlyArray<PipelineVariable>
  readonly list: (filter: PipelineFilter, page: PageRequest) => Page<PipelineRow>
  /** How many pipelines of a project have not ended and do not wait to be started by hand. */
  readonly activeCount: (projectId: number) => number
  /** How many jobs of CI files those of them have that were created since then. */
  readonly activeJobsCount: (projectId: number, createdAfter: Instant) => number
  /** What a bridge starts; undefined for other jobs. */
  readonly triggerOf: (jobId: number) => BridgeTrigger | undefined
  /** The pipeline that a bridge has created. */
  readonly downstreamOf: (jobId: number) => PipelineRow | undefined
  /** How many pipelines bridges have created from the first one of the hierarchy of this one. */
  readonly descendantsCount: (id: number) => number
  /** The newest of a commit that is no child pipeline, on a ref where one is given. */
  readonly newestOf: (projectId: number, sha: string, ref: string | undefined) => PipelineRow | undefined
  /** The head pipeline of a commit of a merge request: the newest of its own, else of the branch. */
  readonly headOfMergeRequest: (wanted: {
    readonly mergeRequestId: number
    readonly sourceProjectId: number
    readonly sourceBranch: string
    readonly sha: string
  }) => PipelineRow | undefined
  /** Those created for the merge request, and those of the branch for one of these commits; its own first, then by age, newest first. */
  readonly ofMergeRequest: (
    wanted: {
      readonly mergeRequestId: number
      /** Only those that ran in these projects. */
      readonly projectIds?: ReadonlyArray<number> | undefined
      readonly sourceProjectId: number
      readonly sourceBranch: string
      readonly shas: ReadonlyArray<string>
    },
    page: PageRequest,
  ) => Page<PipelineRow>
  /** Of a pipeline, by id; retried ones only where requested. */
  readonly jobs: (pipelineId: number, retriedToo: boolean) => ReadonlyArray<JobRow>
  /** Of a pipeline, by id: those with an environment that have not started, or will start again. */
  readonly unbegunWithEnvironment: (pipelineId: number) => ReadonlyArray<JobRow>
  /** The external job of that name, unless it was retried. */
  readonly externalJob: (pipelineId: number, name: string) => JobRow | undefined
  readonly job: (projectId: number, id: number) => JobRow | undefined
  readonly jobById: (id: number) => JobRow | undefined
  /** Of a job; null where it has none, or the group is not there yet; undefined where there is no such job. */
  readonly resourceGroupOf: (jobId: number) => number | null | undefined
  /** Jobs of the CI file that wait for a runner, by id; at most 100 after the given one. */
  readonly pendingJobs: (after: number) => ReadonlyArray<JobRow>
  /** Delayed jobs whose time has come, the longest waiting first; at most 100. */
  readonly dueJobs: (now: Instant) => ReadonlyArray<JobRow>
  /** Jobs that wait for the resource of a group, the next one first. */
  readonly upcomingJobs: (group: Pick<ResourceGroupRow, 'id' | 'processMode'>, page: PageRequest) => Page<JobRow>
  readonly projectJobs: (projectId: number, statuses: ReadonlyArray<CiStatus>, page: PageRequest) => Page<JobRow>
  /** Jobs of a commit with the ref of their pipeline, by id. */
  readonly statuses: (
    filter: StatusFilter,
    page: PageRequest,
  ) => Page<JobRow & { readonly ref: string; readonly sha: string }>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly pipelines: PipelineQueries
  }
}
