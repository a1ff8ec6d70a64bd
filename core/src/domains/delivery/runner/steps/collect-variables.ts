import type { Forge } from '../../../../app/forge.js'
import { isObjectId } from '../../../../ports/git.js'
import { branchRef, tagRef } from '../../../projects/repository/refs.js'
import { isFileVariable, usableVariables } from '../../ci-variable/steps/usable-variables.js'
import type { JobExecution } from '../../pipeline/ci/execution.js'
import type { JobRow } from '../../pipeline/queries.js'
import { type JobInProject, predefinedFor, type RunnerVariable, shown } from './job-variables.js'

const unshown = (key: string, value: string): RunnerVariable => ({ ...shown([key, value]), public: false })

/** The variables in the dotenv reports of jobs. */
export const dotenvVariables = (forge: Forge, jobs: ReadonlyArray<Pick<JobRow, 'id'>>): ReadonlyArray<RunnerVariable> =>
  jobs.flatMap(({ id }) =>
    forge.read.jobOutputs.dotenv(id).map(({ key, value }) => unshown(key, forge.secretBox.open(value) ?? '')),
  )

/** The jobs of its pipeline whose archives and variables a job takes, by id. */
export const jobsBefore = (
  forge: Forge,
  { pipelineId, stageIndex }: JobRow,
  { needs, dependencies }: JobExecution,
): ReadonlyArray<JobRow> =>
  forge.read.pipelines
    .jobs(pipelineId, false)
    .filter(
      (other) =>
        (needs?.includes(other.name) ?? other.stageIndex < stageIndex) && (dependencies?.includes(other.name) ?? true),
    )

/** What a job gets variables from besides its project. */
interface Around {
  readonly execution: JobExecution
  readonly before: ReadonlyArray<JobRow>
}

/** The variables of a job, of which later ones override earlier ones (docs/reference/behaviour/delivery.md#runner-protocol). */
export const collectVariables = async (
  forge: Forge,
  given: JobInProject,
  { execution, before }: Around,
): Promise<ReadonlyArray<RunnerVariable>> => {
  const { job, pipeline, project } = given
  const ref = pipeline.tag ? tagRef(pipeline.ref) : branchRef(pipeline.ref)
  const isProtectedRef = pipeline.mergeRequestId === null && forge.refRules.isProtected(project.id, ref)
  const commit = isObjectId(pipeline.sha) ? await forge.git.of(project.id).commit(pipeline.sha) : undefined
  const { pipelines } = forge.read
  return [
    ...predefinedFor(forge, given, { commit, isProtectedRef, execution }),
    ...Object.entries({ ...execution.variables, ...job.ruleVariables }).map(shown),
    ...dotenvVariables(forge, before),
    ...usableVariables(forge, project, { isProtectedRef, environment: job.environment }),
    ...[...pipelines.variables(pipeline.id), ...pipelines.jobVariables(job.id)].map(({ key, value, type }) => ({
      ...unshown(key, forge.secretBox.open(value) ?? ''),
      file: isFileVariable(type),
    })),
  ]
}
