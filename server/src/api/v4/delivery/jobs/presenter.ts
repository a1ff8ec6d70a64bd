import type { Forge } from '@forgefold/core/app'
import type { JobDetails } from '@forgefold/core/domains/delivery/pipeline'
import { presentProfile } from '../../identity/users/presenter.js'
import { presentCommit } from '../../projects/repository/commit-presenter.js'
import { presentPipeline } from '../../projects/repository/pipeline-presenter.js'
import { secondsBetween } from '../pipelines/presenter.js'

/** A job (docs/reference/behaviour/delivery.md#job). */
export const presentJob = (forge: Forge, { job, pipeline, commit, project, user }: JobDetails) => {
  const base = `${forge.instance.externalUrl}/${project?.fullPath ?? job.projectId}`
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
