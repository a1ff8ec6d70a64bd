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
  ...(execution.release === null
    ? []
    : [{ name: 'release', script: [execution.release], timeout, when: 'on_success', allow_failure: false }]),
  ...(execution.afterScript.length === 0
    ? []
    : [{ name: 'after_script', script: execution.afterScript, timeout, when: 'always', allow_failure: true }]),
]

/** All of the history. */
const WHOLE_HISTORY = 0

const ALL_REFS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']

const depthOf = ({ project, variables }: JobPayload): number => {
  const given = variables.findLast(({ key }) => key === 'GIT_DEPTH')?.value ?? ''
  return /^\d{1,9}$/.test(given) ? Number(given) : (project.ciDefaultGitDepth ?? WHOLE_HISTORY)
}

/** The commit itself comes first: its branch may have moved beyond the depth, or away. */
const refspecsOf = ({ pipeline: { id, sha, ref, tag, mergeRequestId } }: JobPayload, depth: number) => {
  const own = `+${sha}:refs/pipelines/${id}`
  if (depth === WHOLE_HISTORY) return [own, ...ALL_REFS]
  if (mergeRequestId !== null) return [own]
  return [own, tag ? `+refs/tags/${ref}:refs/tags/${ref}` : `+refs/heads/${ref}:refs/remotes/origin/${ref}`]
}

const gitOf = (payload: JobPayload) => {
  const { pipeline, variables } = payload
  const depth = depthOf(payload)
  return {
    repo_url: variables.find(({ key }) => key === 'CI_REPOSITORY_URL')?.value ?? '',
    ref: pipeline.ref,
    ref_type: pipeline.tag ? 'tag' : 'branch',
    sha: pipeline.sha,
    before_sha: pipeline.beforeSha,
    refspecs: refspecsOf(payload, depth),
    depth,
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
    cache: payload.caches.map(({ fallbackKeys, ...cache }) => ({ ...cache, fallback_keys: fallbackKeys })),
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
