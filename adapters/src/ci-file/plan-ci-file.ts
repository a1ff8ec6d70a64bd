import {
  type CiLint,
  type CiPlan,
  type ExecutionRequest,
  executionOf,
  type JobExecution,
  type LintRequest,
  lintConfig,
  type PlanRequest,
  planJobs,
} from '@forgefold/core/domains/delivery/pipeline'
import { makePatterns } from '../patterns/index.js'
import { ciYaml, parseCiFile } from './ci-file.js'

const patterns = makePatterns()

/** Parses a CI file and selects its jobs, synchronously. */
export const planCiFile = ({ yaml, dialect, occasion }: PlanRequest): CiPlan => {
  const parsed = parseCiFile(yaml)
  if (!parsed.ok) return { kind: 'broken', errors: [parsed.error] }
  return planJobs(parsed.value, { dialect, occasion }, patterns)
}

/** What a runner executes for a job of a CI file, synchronously; undefined if there is no such job. */
export const executionInCiFile = ({ executionIn, job }: ExecutionRequest): JobExecution | undefined => {
  const parsed = parseCiFile(executionIn)
  return parsed.ok ? executionOf(parsed.value, job) : undefined
}

/** Lints a CI file, synchronously. */
export const lintCiFile = ({ lint, dialect, release }: LintRequest): CiLint => {
  const parsed = parseCiFile(lint)
  if (!parsed.ok) return { kind: 'linted', errors: [parsed.error], warnings: [], mergedYaml: null, jobs: [] }
  return lintConfig(parsed.value, { dialect, release }, ciYaml)
}
