import { type CiPlan, type PlanRequest, planJobs } from '@forgefold/core/domains/delivery/pipeline'
import { makePatterns } from '../patterns/index.js'
import { parseCiFile } from './ci-file.js'

const patterns = makePatterns()

/** Reads a CI file and selects its jobs, at once. */
export const planCiFile = ({ yaml, dialect, occasion }: PlanRequest): CiPlan => {
  const parsed = parseCiFile(yaml)
  if (!parsed.ok) return { kind: 'broken', errors: [parsed.error] }
  return planJobs(parsed.value, { dialect, occasion }, patterns)
}
