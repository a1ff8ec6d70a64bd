import type { Forge, Reader } from '@forgefold/core/app'
import { artifactsExpireAt, availableArtifacts } from '@forgefold/core/domains/delivery/job-output'
import { downstreamPipeline, type JobDetails, type JobRow, jobDetails } from '@forgefold/core/domains/delivery/pipeline'
import { runnerOfJob } from '@forgefold/core/domains/delivery/runner'
import { presentPerson } from '../../identity/users/presenter.js'
import { presentCommit } from '../../projects/repository/commit-presenter.js'
import { presentPipeline } from '../../projects/repository/pipeline-presenter.js'
import { fractionBetween } from '../pipelines/presenter.js'
import { presentRunner } from '../runners/presenter.js'

/** The artifacts of a job; the time of their expiry is shown after it has passed, too. */
const presentArtifacts = (forge: Forge, job: JobRow) => {
  const artifacts = availableArtifacts(forge, job)
  const archive = artifacts.find(({ type }) => type === 'archive')
  return {
    ...(archive === undefined ? {} : { artifacts_file: { filename: archive.name, size: archive.size } }),
    artifacts: artifacts.map(({ type, size, name, format }) => ({
      file_type: type,
      size,
      filename: name,
      file_format: format,
    })),
    artifacts_expire_at: artifactsExpireAt(forge, job),
  }
}

/** What jobs and bridges have in common. */
const commonFields = (forge: Forge, { job, pipeline, commit, project, user }: JobDetails) => {
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
    duration: fractionBetween(job.startedAt, job.finishedAt),
    queued_duration: fractionBetween(job.queuedAt, job.startedAt),
    user: user === undefined ? null : presentPerson(user, forge.instance.externalUrl),
    commit: commit === undefined || project === undefined ? null : presentCommit(forge, project, commit),
    pipeline: presentPipeline(forge, pipeline),
    ...(job.failureReason === null ? {} : { failure_reason: job.failureReason }),
    web_url: `${base}/-/jobs/${job.id}`,
    project: { ci_job_token_scope_enabled: project?.ciJobTokenScopeEnabled ?? false },
  }
}

/** A job (docs/reference/behaviour/delivery.md#job). */
export const presentJob = (forge: Forge, details: JobDetails) => {
  const runner = runnerOfJob(forge, details.job)
  return {
    ...commonFields(forge, details),
    ...presentArtifacts(forge, details.job),
    runner: runner === undefined ? null : presentRunner(forge, runner),
    tag_list: details.job.tags,
  }
}

/** Jobs with their pipelines and users; one whose pipeline was deleted is left out. */
export const presentJobs = async (forge: Forge, jobs: ReadonlyArray<JobRow>) => {
  const details = await jobDetails(forge, jobs)
  return [...details.values()].map((job) => presentJob(forge, job))
}

/** Bridges with the pipelines that they created, as far as the caller may see these (docs/reference/behaviour/delivery.md#downstream-pipelines). */
export const presentBridges = async (forge: Forge, reader: Reader, jobs: ReadonlyArray<JobRow>) => {
  const details = await jobDetails(forge, jobs)
  return [...details.values()].map((one) => {
    const downstream = downstreamPipeline(forge, reader, one.job)
    return {
      ...commonFields(forge, one),
      downstream_pipeline: downstream === undefined ? null : presentPipeline(forge, downstream),
    }
  })
}
