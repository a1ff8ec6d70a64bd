import type { Forge } from '../../../../app/forge.js'
import type { Commit } from '../../../../ports/git-objects.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { slugOf } from '../../environment-naming/slug.js'
import { guessTier } from '../../environment-naming/tier.js'
import { isFrozen } from '../../freeze-period/steps/is-frozen.js'
import type { JobExecution } from '../../pipeline/ci/execution.js'
import type { Variables } from '../../pipeline/ci/expression.js'
import type { JobRow, PipelineRow } from '../../pipeline/queries.js'
import { surroundingVariables, userVariables, wholeSeconds } from '../../pipeline/steps/surrounding-variables.js'
import { jobVariables, predefinedVariables } from '../../pipeline/variables.js'
import type { RunnerRow } from '../queries.js'

/** A job of a project, with its runner and the token that this one gets. */
export interface JobInProject {
  readonly job: JobRow
  readonly pipeline: PipelineRow
  readonly project: ProjectRow
  readonly runner?: RunnerRow
  readonly token?: string
}

/** A job that was assigned to a runner. */
export type AssignedJob = Required<JobInProject>

/** A variable as a runner receives it. */
export interface RunnerVariable {
  readonly key: string
  readonly value: string
  /** It may appear in the log. */
  readonly public: boolean
  readonly file: boolean
  readonly masked: boolean
}

/** A variable that may appear in the log. */
export const shown = ([key, value]: readonly [string, string]): RunnerVariable => ({
  key,
  value,
  public: true,
  file: false,
  masked: false,
})

const secret = (key: string, value: string): RunnerVariable => ({ ...shown([key, value]), public: false, masked: true })

const environmentVariables = (
  forge: Forge,
  { projectId, environment, environmentUrl, ...job }: JobRow,
  execution: JobExecution,
): Variables => {
  if (environment === null) return {}
  const row = forge.read.environments.named(projectId, environment)
  // The runner expands it, as it does all variables: it knows more of them.
  const url = execution.environmentUrl ?? environmentUrl ?? row?.externalUrl ?? null
  return {
    CI_ENVIRONMENT_NAME: environment,
    CI_ENVIRONMENT_SLUG: row?.slug ?? slugOf(environment, forge.secrets.digest),
    CI_ENVIRONMENT_TIER: row?.tier ?? guessTier(environment),
    CI_ENVIRONMENT_ACTION: job.environmentAction ?? 'start',
    ...(url === null ? {} : { CI_ENVIRONMENT_URL: url }),
  }
}

const runnerVariables = ({ id, description, tags }: RunnerRow): Variables => ({
  CI_RUNNER_ID: String(id),
  CI_RUNNER_DESCRIPTION: description ?? '',
  CI_RUNNER_TAGS: tags.join(', '),
})

/** What surrounds the predefined variables of a job. */
interface Around {
  readonly commit: Commit | undefined
  readonly isProtectedRef: boolean
  readonly execution: JobExecution
}

const ofPipeline = (
  forge: Forge,
  { pipeline, project }: JobInProject,
  { commit, isProtectedRef }: Around,
): Variables => {
  const { sha, beforeSha, ref, tag, source, userId } = pipeline
  return {
    ...surroundingVariables(forge, { project, userId, commit, isProtectedRef }),
    ...predefinedVariables({
      ...{ sha, beforeSha, ref, tag, source },
      release: forge.instance.release,
      projectId: project.id,
      fullPath: project.fullPath,
      defaultBranch: project.defaultBranch,
      commitMessage: commit?.message ?? '',
      frozen: isFrozen(forge, project.id),
      mergeRequest: forge.pipelineMergeRequests.of(pipeline),
    }),
    CI_PIPELINE_ID: String(pipeline.id),
    CI_PIPELINE_IID: String(pipeline.iid),
    CI_PIPELINE_URL: `${forge.instance.externalUrl}/${project.fullPath}/-/pipelines/${pipeline.id}`,
    CI_PIPELINE_CREATED_AT: wholeSeconds(pipeline.createdAt),
  }
}

const ofJob = ({ instance }: Forge, { job, project }: JobInProject, { execution }: Around): Variables => ({
  ...jobVariables({ ...job, node: execution.node ?? undefined }, instance.release),
  CI_JOB_ID: String(job.id),
  CI_JOB_URL: `${instance.externalUrl}/${project.fullPath}/-/jobs/${job.id}`,
  CI_JOB_STARTED_AT: job.startedAt === null ? '' : wholeSeconds(job.startedAt),
  ...(job.when === 'manual' ? { CI_JOB_MANUAL: 'true' } : {}),
  ...(execution.image === null ? {} : { CI_JOB_IMAGE: execution.image.name }),
})

/** The predefined variables of a job (docs/reference/behaviour/delivery.md#runner-protocol). */
export const predefinedFor = (forge: Forge, given: JobInProject, around: Around): ReadonlyArray<RunnerVariable> => {
  const { job, project, runner, token } = given
  const known = {
    ...ofPipeline(forge, given, around),
    ...userVariables(forge, job.userId),
    ...ofJob(forge, given, around),
    ...environmentVariables(forge, job, around.execution),
    ...(runner === undefined ? {} : runnerVariables(runner)),
    CI_REGISTRY_USER: 'gitlab-ci-token',
  }
  if (token === undefined) return Object.entries(known).map(shown)
  const repository = `${forge.instance.externalUrl.replace('://', `://gitlab-ci-token:${token}@`)}/${project.fullPath}.git`
  return [
    ...Object.entries(known).map(shown),
    secret('CI_JOB_TOKEN', token),
    secret('CI_REGISTRY_PASSWORD', token),
    { ...secret('CI_REPOSITORY_URL', repository), masked: false },
  ]
}
