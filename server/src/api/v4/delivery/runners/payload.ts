import type { JobPayload } from '@forgefold/core/domains/delivery/runner'
import { secondsBetween } from '../pipelines/presenter.js'

type Image = NonNullable<JobPayload['execution']['image']>

const presentImage = ({ name, alias, entrypoint, command }: Image) => ({
  name,
  ...(alias === null ? {} : { alias }),
  ...(entrypoint.length === 0 ? {} : { entrypoint }),
  ...(command.length === 0 ? {} : { command }),
})

const stepsOf = ({ execution, timeout }: JobPayload) => [
  { name: 'script', script: execution.script, timeout, when: 'on_success', allow_failure: false },
  ...(execution.afterScript.length === 0
    ? []
    : [{ name: 'after_script', script: execution.afterScript, timeout, when: 'always', allow_failure: true }]),
]

const DEPTH_OF_NOTHING = 0

const gitOf = ({ pipeline, project, variables }: JobPayload) => {
  const ref =
    pipeline.mergeRequestId === null ? `refs/${pipeline.tag ? 'tags' : 'heads'}/${pipeline.ref}` : pipeline.ref
  const own = `+refs/${pipeline.tag ? 'tags' : 'heads'}/${pipeline.ref}:refs/${pipeline.tag ? 'tags' : 'remotes/origin'}/${pipeline.ref}`
  return {
    repo_url: variables.find(({ key }) => key === 'CI_REPOSITORY_URL')?.value ?? '',
    ref: pipeline.ref,
    ref_type: pipeline.tag ? 'tag' : 'branch',
    sha: pipeline.sha,
    before_sha: pipeline.beforeSha,
    refspecs: pipeline.mergeRequestId === null ? [own] : [`+${ref}:${ref}`],
    depth: project.ciDefaultGitDepth ?? DEPTH_OF_NOTHING,
  }
}

/** A job as its runner gets it (docs/reference/behaviour/delivery.md#runner-protocol). */
export const presentPayload = (payload: JobPayload) => {
  const { job, project, token, execution, variables, timeout } = payload
  return {
    id: job.id,
    token,
    allow_git_fetch: project.buildGitStrategy !== 'clone',
    job_info: {
      id: job.id,
      name: job.name,
      stage: job.stage,
      project_id: project.id,
      project_name: project.name,
      time_in_queue_seconds: secondsBetween(job.queuedAt, job.startedAt) ?? 0,
      project_jobs_running_on_instance_runners_count: '0',
    },
    git_info: gitOf(payload),
    runner_info: { timeout, runner_session_url: null },
    variables,
    steps: stepsOf(payload),
    image: execution.image === null ? null : presentImage(execution.image),
    services: execution.services.map(presentImage),
    artifacts: execution.artifacts.map(({ expireIn, type, format, ...rest }) => ({
      ...rest,
      expire_in: expireIn,
      artifact_type: type,
      artifact_format: format,
    })),
    cache: execution.cache,
    credentials: [],
    dependencies: payload.dependencies.map(({ id, name, token: secret, archive }) => ({
      id,
      name,
      token: secret,
      artifacts_file: { filename: archive.name, size: archive.size },
    })),
    features: {
      trace_sections: true,
      failure_reasons: ['unknown_failure', 'script_failure', 'runner_system_failure', 'job_execution_timeout'],
    },
  }
}
