import type { Forge } from '../../../../app/forge.js'
import { findCoverage } from '../../job-output/steps/find-coverage.js'
import { expand } from '../../pipeline/ci/expression.js'
import type { JobResults } from '../../pipeline/job-results-port.js'
import type { JobRow } from '../../pipeline/queries.js'
import { findExecution } from '../../pipeline/steps/find-execution.js'
import { collectVariables, dotenvVariables, jobsBefore } from './collect-variables.js'

const environmentUrl = async (forge: Forge, job: JobRow): Promise<string | undefined> => {
  const pipeline = forge.read.pipelines.byId(job.pipelineId)
  const project = forge.read.projects.byId(job.projectId)
  if (job.environment === null || pipeline === undefined || project === undefined) return undefined
  const given = { job, pipeline, project }
  const execution = await findExecution(forge, given)
  if (execution.environmentUrl === null) return undefined
  const before = jobsBefore(forge, job, execution)
  const variables = [...(await collectVariables(forge, given, { execution, before })), ...dotenvVariables(forge, [job])]
  const url = expand(execution.environmentUrl, Object.fromEntries(variables.map(({ key, value }) => [key, value])))
  return url === '' ? undefined : url
}

/** What the output of jobs says at their end, through the interface that pipelines declare. */
export const jobResultsOf = (forge: () => Forge): JobResults => ({
  coverage: ({ id }, pattern) => findCoverage(forge(), id, pattern),
  environmentUrl: (job) => environmentUrl(forge(), job),
})
