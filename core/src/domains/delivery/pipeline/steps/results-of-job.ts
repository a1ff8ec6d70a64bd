import type { Forge } from '../../../../app/forge.js'
import type { PipelineCommand } from '../commands.js'
import type { JobRow } from '../queries.js'

/** A report about a job. */
interface Report {
  readonly status: string
  /** In percent. */
  readonly coverage: number | undefined
}

type Results = Pick<Extract<PipelineCommand, { readonly type: 'ReportJob' }>, 'coverage' | 'environmentUrl'>

/** What is recorded of the output of a job with a report about it. */
export const resultsOf = async (forge: Forge, job: JobRow, { status, coverage }: Report): Promise<Results> => {
  const pattern = status === 'running' ? null : job.coveragePattern
  const deploys = status === 'success' && job.environmentAction === 'start'
  return {
    coverage: coverage ?? (pattern === null ? null : ((await forge.jobResults.coverage(job, pattern)) ?? null)),
    environmentUrl: deploys ? await forge.jobResults.environmentUrl(job) : undefined,
  }
}
