import type { Forge } from '../../../../app/forge.js'
import { isObjectId } from '../../../../ports/git.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { branchRef, tagRef } from '../../../projects/repository/refs.js'
import { isFileVariable, usableVariables } from '../../ci-variable/steps/usable-variables.js'
import { isFrozen } from '../../freeze-period/steps/is-frozen.js'
import { availableArchive } from '../../job-output/available-artifacts.js'
import type { ArtifactRow } from '../../job-output/queries.js'
import type { JobExecution } from '../../pipeline/ci/execution.js'
import type { JobRow, PipelineRow } from '../../pipeline/queries.js'
import { ciFilesOf } from '../../pipeline/steps/find-ci-files.js'
import { jobVariables, predefinedVariables } from '../../pipeline/variables.js'
import type { RunnerRow } from '../queries.js'

/** A variable as a runner receives it. */
export interface RunnerVariable {
  readonly key: string
  readonly value: string
  /** It may appear in the log. */
  readonly public: boolean
  readonly file: boolean
  readonly masked: boolean
}

/** A job whose archive another job downloads. */
export interface Dependency {
  readonly id: number
  readonly name: string
  /** The token for the download: that of the downloading job. */
  readonly token: string
  readonly archive: ArtifactRow
}

/** What a runner needs to execute a job. */
export interface JobPayload {
  readonly job: JobRow
  readonly pipeline: PipelineRow
  readonly project: ProjectRow
  /** The token of the job, which only its runner receives. */
  readonly token: string
  readonly execution: JobExecution
  readonly variables: ReadonlyArray<RunnerVariable>
  /** Seconds. */
  readonly timeout: number
  /** Jobs whose archives it downloads. */
  readonly dependencies: ReadonlyArray<Dependency>
}

const NOTHING: JobExecution = {
  script: [],
  afterScript: [],
  image: null,
  services: [],
  artifacts: [],
  cache: [],
  variables: {},
  dependencies: null,
  timeout: null,
}

const executionOf = async (forge: Forge, pipeline: PipelineRow, project: ProjectRow, job: JobRow) => {
  const yaml = await ciFilesOf(forge, project, pipeline)
  if (yaml === undefined) return NOTHING
  return (await forge.ciPlanner.execution({ executionIn: yaml, job: job.name })) ?? NOTHING
}

const SITE = /^(https?):\/\/([^/:]+)(?::(\d+))?/

const predefinedFor = async (
  forge: Forge,
  { job, pipeline, project, token }: Omit<PayloadOf, 'runner'>,
): Promise<ReadonlyArray<RunnerVariable>> => {
  const { externalUrl, release } = forge.instance
  const commit = isObjectId(pipeline.sha) ? await forge.git.of(project.id).commit(pipeline.sha) : undefined
  const [, protocol = 'http', host = '', port = protocol === 'https' ? '443' : '80'] = SITE.exec(externalUrl) ?? []
  const { CI_COMMIT_BRANCH: branch, ...predefined } = predefinedVariables({
    release,
    projectId: project.id,
    fullPath: project.fullPath,
    defaultBranch: project.defaultBranch,
    sha: pipeline.sha,
    beforeSha: pipeline.beforeSha,
    ref: pipeline.ref,
    tag: pipeline.tag,
    source: pipeline.source,
    commitMessage: commit?.message ?? '',
    frozen: isFrozen(forge, project.id),
    mergeRequest: undefined,
  })
  const known = {
    ...predefined,
    ...(pipeline.mergeRequestId === null && branch !== undefined ? { CI_COMMIT_BRANCH: branch } : {}),
    ...(pipeline.mergeRequestId === null ? {} : { CI_MERGE_REQUEST_ID: String(pipeline.mergeRequestId) }),
    ...jobVariables(job, release),
    CI_PIPELINE_ID: String(pipeline.id),
    CI_PIPELINE_IID: String(pipeline.iid),
    CI_PIPELINE_URL: `${externalUrl}/${project.fullPath}/-/pipelines/${pipeline.id}`,
    CI_JOB_ID: String(job.id),
    CI_JOB_URL: `${externalUrl}/${project.fullPath}/-/jobs/${job.id}`,
    CI_JOB_STARTED_AT: job.startedAt ?? '',
    CI_PROJECT_URL: `${externalUrl}/${project.fullPath}`,
    CI_PROJECT_VISIBILITY: project.visibility,
    CI_SERVER: 'yes',
    CI_SERVER_URL: externalUrl,
    CI_SERVER_HOST: host,
    CI_SERVER_PORT: port,
    CI_SERVER_PROTOCOL: protocol,
    CI_API_V4_URL: `${externalUrl}/api/v4`,
    ...(job.environment === null ? {} : { CI_ENVIRONMENT_NAME: job.environment }),
  }
  const shown = (key: string, value: string): RunnerVariable => ({
    key,
    value,
    public: true,
    file: false,
    masked: false,
  })
  const secret = (key: string, value: string): RunnerVariable => ({ ...shown(key, value), public: false, masked: true })
  const repository = `${externalUrl.replace('://', `://gitlab-ci-token:${token}@`)}/${project.fullPath}.git`
  return [
    ...Object.entries(known).map(([key, value]) => shown(key, value)),
    secret('CI_JOB_TOKEN', token),
    secret('CI_REGISTRY_PASSWORD', token),
    { ...secret('CI_REPOSITORY_URL', repository), masked: false },
  ]
}

/** A job that was assigned to a runner. */
interface PayloadOf {
  readonly job: JobRow
  readonly pipeline: PipelineRow
  readonly project: ProjectRow
  readonly runner: RunnerRow
  readonly token: string
}

/** Archives of the jobs before it in the pipeline, or of those that it names. */
const dependenciesOf = (forge: Forge, { job, token }: PayloadOf, execution: JobExecution): ReadonlyArray<Dependency> =>
  forge.read.pipelines
    .jobs(job.pipelineId, false)
    .filter(({ name, stageIndex }) => execution.dependencies?.includes(name) ?? stageIndex < job.stageIndex)
    .flatMap((before) => {
      const archive = availableArchive(forge, before)
      return archive === undefined ? [] : [{ id: before.id, name: before.name, token, archive }]
    })

/** Collects what a runner needs to execute a job: the job of the CI file of its commit, and the variables, of which later ones override earlier ones. */
export const jobPayload = async (forge: Forge, given: PayloadOf): Promise<JobPayload> => {
  const { job, pipeline, project, runner, token } = given
  const execution = await executionOf(forge, pipeline, project, job)
  const ref = pipeline.tag ? tagRef(pipeline.ref) : branchRef(pipeline.ref)
  const isProtected = pipeline.mergeRequestId === null && forge.refRules.isProtected(project.id, ref)
  const configured = usableVariables(forge, project, { isProtectedRef: isProtected, environment: job.environment })
  const { pipelines } = forge.read
  const along = [...pipelines.variables(pipeline.id), ...pipelines.jobVariables(job.id)]
  const variables: ReadonlyArray<RunnerVariable> = [
    ...(await predefinedFor(forge, given)),
    ...Object.entries(execution.variables).map(([key, value]) => ({
      key,
      value,
      public: true,
      file: false,
      masked: false,
    })),
    ...configured,
    ...along.map(({ key, value, type }) => ({
      key,
      value: forge.secretBox.open(value) ?? '',
      public: false,
      file: isFileVariable(type),
      masked: false,
    })),
  ]
  const timeout = Math.min(execution.timeout ?? project.buildTimeout, runner.maximumTimeout ?? Number.POSITIVE_INFINITY)
  return {
    job,
    pipeline,
    project,
    token,
    execution,
    variables,
    timeout,
    dependencies: dependenciesOf(forge, given, execution),
  }
}
