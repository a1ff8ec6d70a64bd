import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { JobExecution } from '../ci/execution.js'
import type { JobRow, PipelineRow } from '../queries.js'
import { ciFilesOf } from './find-ci-files.js'

/** A job whose CI file is gone. */
const NOTHING: JobExecution = {
  script: [],
  afterScript: [],
  image: null,
  services: [],
  artifacts: [],
  cache: [],
  variables: {},
  dependencies: null,
  needs: null,
  retry: null,
  environmentUrl: null,
  node: null,
  release: null,
  timeout: null,
}

/** A job of a pipeline of a project. */
interface JobInProject {
  readonly job: Pick<JobRow, 'name'>
  readonly pipeline: PipelineRow
  readonly project: ProjectRow
}

/** What the CI file of its pipeline says of a job. */
export const findExecution = async (forge: Forge, { job, pipeline, project }: JobInProject): Promise<JobExecution> => {
  const yaml = await ciFilesOf(forge, project, pipeline)
  if (yaml === undefined) return NOTHING
  return (await forge.ciPlanner.execution({ executionIn: yaml, job: job.name })) ?? NOTHING
}
