import { createHash } from 'node:crypto'
import {
  type CiLint,
  type CiPlan,
  type ExecutionRequest,
  executionOf,
  type Includes,
  type IncludesRequest,
  includesOf,
  isHash,
  type JobExecution,
  type LintRequest,
  lintConfig,
  overlaid,
  type PlanRequest,
  planJobs,
  withReferences,
} from '@forgefold/core/domains/delivery/pipeline'
import * as E from 'fp-ts/lib/Either.js'
import { makePatterns } from '../patterns/index.js'
import { ciYaml, type Parsed, parseCiFile } from './ci-file.js'

const patterns = makePatterns()
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const resolved = (file: unknown): Parsed => {
  const found = withReferences(file)
  return E.isLeft(found) ? { ok: false, error: found.left } : { ok: true, value: found.right }
}

/** Several files as one; a single file stays as it is. */
const parseCiFiles = ([first, ...others]: ReadonlyArray<Uint8Array>): Parsed => {
  let whole = parseCiFile(first ?? '')
  for (const other of others) {
    const parsed = parseCiFile(other)
    if (!whole.ok || !parsed.ok) return whole.ok ? parsed : whole
    if (!isHash(whole.value) || !isHash(parsed.value)) return { ok: false, error: 'Invalid configuration format' }
    whole = { ok: true, value: overlaid(whole.value, parsed.value) }
  }
  return whole.ok ? resolved(whole.value) : whole
}

/** Parses CI files and selects their jobs, synchronously. */
export const planCiFile = ({ yaml, dialect, occasion }: PlanRequest): CiPlan => {
  const parsed = parseCiFiles(yaml)
  if (!parsed.ok) return { kind: 'broken', errors: [parsed.error] }
  return planJobs(parsed.value, { dialect, occasion }, { patterns, digest })
}

/** What a runner executes for a job of a CI file, synchronously; undefined if there is no such job. */
export const executionInCiFile = ({ executionIn, job }: ExecutionRequest): JobExecution | undefined => {
  const parsed = parseCiFiles(executionIn)
  return parsed.ok ? executionOf(parsed.value, job) : undefined
}

/** Lints a CI file, synchronously. */
export const lintCiFile = ({ lint, included = [], dialect, release }: LintRequest): CiLint => {
  const parsed = parseCiFiles([...included, lint])
  if (!parsed.ok) return { kind: 'linted', errors: [parsed.error], warnings: [], mergedYaml: null, jobs: [] }
  return lintConfig(parsed.value, { dialect, release }, ciYaml)
}

/** The files that a CI file includes, synchronously. */
export const includesInCiFile = ({ includesIn }: IncludesRequest): Includes => {
  const parsed = parseCiFile(includesIn)
  return parsed.ok ? includesOf(parsed.value) : parsed.error
}
