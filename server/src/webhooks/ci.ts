import type { Forge } from '@forgefold/core/app'
import { availableArchive } from '@forgefold/core/domains/delivery/job-output'
import type { CiStatus, JobRow } from '@forgefold/core/domains/delivery/pipeline'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { shownMessage } from '@forgefold/core/domains/projects/repository'
import { mergeRequestById, shownMergeStatus } from '@forgefold/core/domains/review/merge-request'
import {
  type DeliverableEvent,
  environmentForPayload,
  jobForPayload,
  type PayloadPipeline,
  pipelineForPayload,
  runnerForPayload,
} from '@forgefold/core/domains/webhooks/webhook'
import type { ObjectId } from '@forgefold/core/ports'
import { presentDetailedStatus } from '../api/v4/delivery/pipelines/detailed-status.js'
import { fractionBetween, secondsBetween } from '../api/v4/delivery/pipelines/presenter.js'
import { payloadTime, projectIn, pushedRepositoryIn, userIn } from './payload-parts.js'
import { commitIn } from './push.js'

const environmentIn = (forge: Forge, { projectId, environment: name, environmentAction }: JobRow) => {
  if (name === null) return null
  const found = environmentForPayload(forge, { projectId, name })
  return { name, action: environmentAction ?? 'start', deployment_tier: found?.tier ?? null }
}

const runnerIn = (forge: Forge, { runnerId }: JobRow) => {
  const runner = runnerId === null ? undefined : runnerForPayload(forge, runnerId)
  if (runner === undefined) return null
  const { id, description, type, paused, tags } = runner
  return { id, description, runner_type: type, active: !paused, is_shared: type === 'instance_type', tags }
}

/** Whether somebody or a clock has to start a job. */
const isManual = ({ when }: JobRow): boolean => when === 'manual' || when === 'delayed'

const artifactsFileIn = (forge: Forge, row: JobRow) => {
  const archive = availableArchive(forge, row)
  return { filename: archive?.name ?? null, size: archive?.size ?? null }
}

const jobIn = (forge: Forge, row: JobRow) => ({
  id: row.id,
  stage: row.stage,
  name: row.name,
  status: row.status,
  created_at: payloadTime(row.createdAt),
  started_at: payloadTime(row.startedAt),
  finished_at: payloadTime(row.finishedAt),
  duration: fractionBetween(row.startedAt, row.finishedAt),
  queued_duration: fractionBetween(row.queuedAt, row.startedAt),
  failure_reason: row.failureReason,
  when: row.when,
  manual: isManual(row),
  allow_failure: row.allowFailure,
  user: userIn(forge, row.userId),
  runner: runnerIn(forge, row),
  artifacts_file: artifactsFileIn(forge, row),
  environment: environmentIn(forge, row),
})

/** The bridge that started a pipeline, and where it is. */
const sourceIn = (
  forge: Forge,
  { bridgeId }: PayloadPipeline['pipeline'],
  { pipeline, project }: NonNullable<PayloadPipeline['upstream']>,
) => ({
  project: {
    id: project.id,
    web_url: `${forge.instance.externalUrl}/${project.fullPath}`,
    path_with_namespace: project.fullPath,
  },
  job_id: bridgeId,
  pipeline_id: pipeline.id,
})

/** The payload of a pipeline, with its status at the event. */
export const pipelinePayload = async (
  forge: Forge,
  project: ProjectRow,
  { id, status }: { readonly id: number; readonly status: CiStatus },
) => {
  const found = pipelineForPayload(forge, id)
  if (found === undefined) return undefined
  const { pipeline, jobs, upstream } = found
  const commit = await forge.git.of(project.id).commit(pipeline.sha as ObjectId)
  const request = pipeline.mergeRequestId === null ? undefined : mergeRequestById(forge, pipeline.mergeRequestId)
  const url = `${forge.instance.externalUrl}/${project.fullPath}`
  return {
    object_kind: 'pipeline',
    object_attributes: {
      id: pipeline.id,
      iid: pipeline.iid,
      ref: pipeline.ref,
      tag: pipeline.tag,
      sha: pipeline.sha,
      before_sha: pipeline.beforeSha,
      source: pipeline.source,
      status,
      detailed_status: presentDetailedStatus(status, pipeline.warnings, '').label,
      stages: [...new Set(jobs.map(({ stage }) => stage))],
      created_at: payloadTime(pipeline.createdAt),
      finished_at: payloadTime(pipeline.finishedAt),
      duration: secondsBetween(pipeline.startedAt, pipeline.finishedAt),
      queued_duration: secondsBetween(pipeline.createdAt, pipeline.startedAt),
      variables: [],
      url: `${url}/-/pipelines/${pipeline.id}`,
    },
    merge_request:
      request === undefined
        ? null
        : {
            id: request.id,
            iid: request.iid,
            title: request.title,
            source_branch: request.sourceBranch,
            source_project_id: request.sourceProjectId,
            target_branch: request.targetBranch,
            target_project_id: request.targetProjectId,
            state: request.status,
            merge_status: shownMergeStatus(request.mergeStatus),
            url: `${url}/-/merge_requests/${request.iid}`,
          },
    user: userIn(forge, pipeline.userId),
    project: projectIn(forge, project),
    commit: commit === undefined ? null : commitIn(forge, project, commit),
    builds: jobs.map((job) => jobIn(forge, job)),
    ...(upstream === undefined ? {} : { source_pipeline: sourceIn(forge, pipeline, upstream) }),
  }
}

/** The payload of a job, with its status at the event. */
export const jobPayload = async (
  forge: Forge,
  project: ProjectRow,
  { id, status }: { readonly id: number; readonly status: string },
  { userId }: DeliverableEvent,
) => {
  const job = jobForPayload(forge, id)
  const found = job === undefined ? undefined : pipelineForPayload(forge, job.pipelineId)
  if (job === undefined || found === undefined) return undefined
  const { pipeline } = found
  const commit = await forge.git.of(project.id).commit(pipeline.sha as ObjectId)
  return {
    object_kind: 'build',
    ref: pipeline.ref,
    tag: pipeline.tag,
    before_sha: pipeline.beforeSha,
    sha: pipeline.sha,
    build_id: job.id,
    build_name: job.name,
    build_stage: job.stage,
    build_status: status,
    build_created_at: payloadTime(job.createdAt),
    build_started_at: payloadTime(job.startedAt),
    build_finished_at: payloadTime(job.finishedAt),
    build_duration: fractionBetween(job.startedAt, job.finishedAt),
    build_queued_duration: fractionBetween(job.queuedAt, job.startedAt),
    build_allow_failure: job.allowFailure,
    build_failure_reason: job.failureReason ?? 'unknown_failure',
    pipeline_id: pipeline.id,
    runner: runnerIn(forge, job),
    project_id: project.id,
    project_name: project.fullName,
    user: userIn(forge, job.userId ?? userId),
    commit: {
      id: pipeline.id,
      name: null,
      sha: pipeline.sha,
      message: commit === undefined ? null : shownMessage(commit.message),
      author_name: commit?.author.name ?? null,
      author_email: commit?.author.email ?? null,
      author_url: commit === undefined ? null : `mailto:${commit.author.email}`,
      status: pipeline.status,
      duration: secondsBetween(pipeline.startedAt, pipeline.finishedAt),
      started_at: payloadTime(pipeline.startedAt),
      finished_at: payloadTime(pipeline.finishedAt),
    },
    repository: pushedRepositoryIn(forge, project),
    project: projectIn(forge, project),
    environment: environmentIn(forge, job),
  }
}
