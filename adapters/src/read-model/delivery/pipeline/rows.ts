import type { JobRow, PipelineRow } from '@forgefold/core/domains/delivery/pipeline'

const NO_TAGS: ReadonlyArray<string> = []
const NO_VARIABLES: JobRow['ruleVariables'] = {}

/** A pipeline as it is stored. */
export type StoredPipeline = Omit<PipelineRow, 'tag' | 'warnings' | 'files' | 'copies'> & {
  readonly tag: number
  readonly warnings: number
  readonly files: string | null
  readonly copies: string | null
}
/** A job as it is stored. */
export type StoredJob = Omit<JobRow, 'allowFailure' | 'retried' | 'held' | 'tags' | 'ruleVariables'> & {
  readonly tags: string
  readonly ruleVariables: string | null
  readonly allowFailure: number
  readonly retried: number
  readonly held: number
}

/** Columns of a pipeline, from a table `pipelines p`. */
export const PIPELINE_COLUMNS = `p.id, p.iid, p.project_id AS projectId, p.sha, p.ref, p.tag, p.source, p.status, p.before_sha AS beforeSha,
  p.user_id AS userId, p.merge_request_id AS mergeRequestId, p.source_sha AS sourceSha, p.bridge_id AS bridgeId, p.upstream_id AS upstreamId, p.files, p.copies, p.yaml_errors AS yamlErrors,
  p.warnings, p.coverage, p.created_at AS createdAt, p.updated_at AS updatedAt, p.started_at AS startedAt,
  p.finished_at AS finishedAt`

/** Columns of a job, from a table `jobs j`. */
export const JOB_COLUMNS = `j.id, j.pipeline_id AS pipelineId, j.project_id AS projectId, j.name, j.stage, j.stage_index AS stageIndex, j.kind,
  j."when", j.status, j.allow_failure AS allowFailure, j.environment, j.environment_url AS environmentUrl,
  j.environment_action AS environmentAction, j.on_stop AS onStop, j.auto_stop_in AS autoStopIn, j.held, j.target_url AS targetUrl, j.description, j.user_id AS userId,
  j.failure_reason AS failureReason, j.coverage, j.coverage_pattern AS coveragePattern, j.rule_variables AS ruleVariables, j.retried, j.tags, j.resource_group_id AS resourceGroupId, j.runner_id AS runnerId, j.created_at AS createdAt, j.queued_at AS queuedAt,
  j.started_at AS startedAt, j.finished_at AS finishedAt`

/** A pipeline from what is stored. */
export const pipelineOf = (stored: StoredPipeline): PipelineRow => ({
  ...stored,
  tag: stored.tag === 1,
  warnings: stored.warnings === 1,
  files: stored.files === null ? null : (JSON.parse(stored.files) as ReadonlyArray<string>),
  copies: stored.copies === null ? null : (JSON.parse(stored.copies) as PipelineRow['copies']),
})
/** A job from what is stored. */
export const jobOf = <S extends StoredJob>(stored: S) => ({
  ...stored,
  allowFailure: stored.allowFailure === 1,
  retried: stored.retried === 1,
  held: stored.held === 1,
  ruleVariables:
    stored.ruleVariables === null ? NO_VARIABLES : (JSON.parse(stored.ruleVariables) as JobRow['ruleVariables']),
  tags: stored.tags === '[]' ? NO_TAGS : (JSON.parse(stored.tags) as ReadonlyArray<string>),
})
