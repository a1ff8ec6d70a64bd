import {
  type CiLint,
  type CiPlan,
  type LintRequest,
  lintConfig,
  type PlanRequest,
  planJobs,
} from '@forgefold/core/domains/delivery/pipeline'
import { makePatterns } from '../patterns/index.js'
import { ciYaml, parseCiFile } from './ci-file.js'

const patterns = makePatterns()

/** Reads a CI file and selects its jobs, at once. */
export const planCiFile = ({ yaml, dialect, occasion }: PlanRequest): CiPlan => {
  const parsed = parseCiFile(yaml)
  if (!parsed.ok) return { kind: 'broken', errors: [parsed.error] }
  return planJobs(parsed.value, { dialect, occasion }, patterns)
}

/** Looks a CI file over, at once. */
export const lintCiFile = ({ lint, dialect, release }: LintRequest): CiLint => {
  const parsed = parseCiFile(lint)
  if (!parsed.ok) return { kind: 'linted', errors: [parsed.error], warnings: [], mergedYaml: null, jobs: [] }
  return lintConfig(parsed.value, { dialect, release }, ciYaml)
}
