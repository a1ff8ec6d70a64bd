import type { Forge } from '@forgefold/core/app'
import type { JobRow, PipelineRow } from '@forgefold/core/domains/delivery/pipeline'
import { type Commit, isObjectId } from '@forgefold/core/ports'
import { presentProfile } from '../../identity/users/presenter.js'
import { presentCommit } from '../../projects/repository/commit-presenter.js'
import { presentPipeline } from '../../projects/repository/pipeline-presenter.js'
import { secondsBetween } from '../pipelines/presenter.js'

/** A job's pipeline and commit: everything its JSON needs besides itself. */
export interface JobSurroundings {
  readonly pipeline: PipelineRow
  readonly commit: Commit | undefined
}

/** Looks up what jobs stand in: one read of git for all of a project's commits. */
export const surroundingsOf = async (
  forge: Forge,
  jobs: ReadonlyArray<JobRow>,
): Promise<ReadonlyMap<number, JobSurroundings>> => {
  const found = new Map<number, JobSurroundings>()
  const commits = new Map<string, Commit>()
  for (const projectId of new Set(jobs.map((job) => job.projectId))) {
    const shas = new Set(
      jobs
        .filter((job) => job.projectId === projectId)
        .flatMap((job) => forge.read.pipelines.byId(job.pipelineId)?.sha ?? []),
    )
    for (const commit of await forge.git.of(projectId).commits([...shas].filter(isObjectId)))
      commits.set(commit.id, commit)
  }
  for (const job of jobs) {
    const pipeline = forge.read.pipelines.byId(job.pipelineId)
    if (pipeline !== undefined) found.set(job.id, { pipeline, commit: commits.get(pipeline.sha) })
  }
  return found
}

/** A job (docs/reference/behaviour/delivery.md#job). */
export const presentJob = (forge: Forge, job: JobRow, { pipeline, commit }: JobSurroundings) => {
  const project = forge.read.projects.byId(job.projectId)
  const base = `${forge.instance.externalUrl}/${project?.fullPath ?? job.projectId}`
  const user = job.userId === null ? undefined : forge.read.users.byId(job.userId)
  return {
    id: job.id,
    status: job.status,
    stage: job.stage,
    name: job.name,
    ref: pipeline.ref,
    tag: pipeline.tag,
    coverage: job.coverage,
    allow_failure: job.allowFailure,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    duration: secondsBetween(job.startedAt, job.finishedAt),
    queued_duration: secondsBetween(job.queuedAt, job.startedAt),
    user: user === undefined ? null : presentProfile(user, forge.instance.externalUrl),
    commit: commit === undefined || project === undefined ? null : presentCommit(forge, project, commit),
    pipeline: presentPipeline(forge, pipeline),
    ...(job.failureReason === null ? {} : { failure_reason: job.failureReason }),
    web_url: `${base}/-/jobs/${job.id}`,
    project: { ci_job_token_scope_enabled: project?.ciJobTokenScopeEnabled ?? false },
    artifacts: [],
    runner: null,
    artifacts_expire_at: null,
    tag_list: [],
  }
}
