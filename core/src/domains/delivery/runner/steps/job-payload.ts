import type { Forge } from '../../../../app/forge.js'
import { isObjectId } from '../../../../ports/git.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { branchRef, tagRef } from '../../../projects/repository/refs.js'
import { isFileVariable, usableVariables } from '../../ci-variable/steps/usable-variables.js'
import { availableArchive } from '../../job-output/available-artifacts.js'
import type { ArtifactRow } from '../../job-output/queries.js'
import type { JobExecution } from '../../pipeline/ci/execution.js'
import type { JobRow, PipelineRow } from '../../pipeline/queries.js'
import { findExecution } from '../../pipeline/steps/find-execution.js'
import { type AssignedJob, predefinedFor, type RunnerVariable, shown } from './job-variables.js'

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

/** Whether a job downloads the archive of another one of its pipeline. */
const dependsOn = (job: JobRow, { needs, dependencies }: JobExecution, { name, stageIndex }: JobRow): boolean =>
  (needs?.includes(name) ?? stageIndex < job.stageIndex) && (dependencies?.includes(name) ?? true)

const dependenciesOf = (
  forge: Forge,
  { job, token }: AssignedJob,
  execution: JobExecution,
): ReadonlyArray<Dependency> =>
  forge.read.pipelines
    .jobs(job.pipelineId, false)
    .filter((other) => dependsOn(job, execution, other))
    .flatMap((before) => {
      const archive = availableArchive(forge, before)
      return archive === undefined ? [] : [{ id: before.id, name: before.name, token, archive }]
    })

/** Collects what a runner needs to execute a job: the job of the CI file of its commit, and the variables, of which later ones override earlier ones. */
export const jobPayload = async (forge: Forge, given: AssignedJob): Promise<JobPayload> => {
  const { job, pipeline, project, runner, token } = given
  const execution = await findExecution(forge, given)
  const ref = pipeline.tag ? tagRef(pipeline.ref) : branchRef(pipeline.ref)
  const isProtected = pipeline.mergeRequestId === null && forge.refRules.isProtected(project.id, ref)
  const commit = isObjectId(pipeline.sha) ? await forge.git.of(project.id).commit(pipeline.sha) : undefined
  const configured = usableVariables(forge, project, { isProtectedRef: isProtected, environment: job.environment })
  const { pipelines } = forge.read
  const along = [...pipelines.variables(pipeline.id), ...pipelines.jobVariables(job.id)]
  const variables: ReadonlyArray<RunnerVariable> = [
    ...predefinedFor(forge, given, { commit, isProtectedRef: isProtected, execution }),
    ...Object.entries(execution.variables).map(shown),
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
