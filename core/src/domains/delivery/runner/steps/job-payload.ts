import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { availableArchive } from '../../job-output/available-artifacts.js'
import type { ArtifactRow } from '../../job-output/queries.js'
import type { JobExecution } from '../../pipeline/ci/execution.js'
import type { JobRow, PipelineRow } from '../../pipeline/queries.js'
import { findExecution } from '../../pipeline/steps/find-execution.js'
import { type KeyedCache, keyedCaches } from './cache-keys.js'
import { collectVariables, jobsBefore } from './collect-variables.js'
import type { AssignedJob, RunnerVariable } from './job-variables.js'

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
  readonly caches: ReadonlyArray<KeyedCache>
  /** Seconds. */
  readonly timeout: number
  /** Jobs whose archives it downloads. */
  readonly dependencies: ReadonlyArray<Dependency>
}

const dependenciesOf = (
  forge: Forge,
  { token }: AssignedJob,
  before: ReadonlyArray<JobRow>,
): ReadonlyArray<Dependency> =>
  before.flatMap((job) => {
    const archive = availableArchive(forge, job)
    return archive === undefined ? [] : [{ id: job.id, name: job.name, token, archive }]
  })

/** Collects what a runner needs to execute a job: the job of the CI file of its commit, and the variables, of which later ones override earlier ones. */
export const jobPayload = async (forge: Forge, given: AssignedJob): Promise<JobPayload> => {
  const { job, pipeline, project, runner, token } = given
  const execution = await findExecution(forge, given)
  const before = jobsBefore(forge, job, execution)
  const variables = await collectVariables(forge, given, { execution, before })
  const timeout = Math.min(execution.timeout ?? project.buildTimeout, runner.maximumTimeout ?? Number.POSITIVE_INFINITY)
  return {
    job,
    pipeline,
    project,
    token,
    execution,
    variables,
    caches: await keyedCaches(forge, given, execution.cache),
    timeout,
    dependencies: dependenciesOf(forge, given, before),
  }
}
