import type {
  CiLint,
  CiPlan,
  CiPlanner,
  ExecutionRequest,
  Includes,
  IncludesRequest,
  JobExecution,
  LintRequest,
  PlanRequest,
} from '@forgefold/core/domains/delivery/pipeline'
import { DeadlineExceeded, ThreadPool } from '../workers/index.js'

type Request = PlanRequest | LintRequest | ExecutionRequest | IncludesRequest
type Outcome = CiPlan | CiLint | JobExecution | Includes | undefined

/** Milliseconds; the largest files in practice are planned in a tenth of it. */
const TIMEOUT_MS = 2000
/**
 * The size in bytes of a file, and the number of files that its rules look at, up to which it is planned on the calling thread: a hop to a
 * worker takes longer.
 */
const SHORT = 1024
const FEW = 100

/** Loaded with the first short file: a start needs no planner. */
const onThisThread = (): Promise<typeof import('./plan-ci-file.js')> => import('./plan-ci-file.js')

const LATE = 'the file takes too long to read'

const bytesOf = (files: ReadonlyArray<Uint8Array>): number => files.reduce((sum, { length }) => sum + length, 0)

const isSmall = ({ yaml, occasion: { files, changedFiles } }: PlanRequest): boolean =>
  bytesOf(yaml) <= SHORT && (files?.length ?? 0) + (changedFiles?.length ?? 0) <= FEW

/**
 * The CI planner on worker threads; a thread that exceeds its time is terminated.
 *
 * @example
 * const lint = await makeCiPlanner().lint({ lint: 'job: { script: make }', dialect: {}, release: '15.3' })
 * assert.deepEqual(lint.errors, [])
 */
export const makeCiPlanner = (): CiPlanner => {
  const program = new URL('./planning-thread.js', import.meta.url)
  const pool = new ThreadPool<Request, Outcome>(program, { milliseconds: TIMEOUT_MS })
  const inTime = async <Done extends Outcome>(request: Request, late: Done): Promise<Done> => {
    try {
      return (await pool.run(request)) as Done
    } catch (error) {
      if (error instanceof DeadlineExceeded) return late
      throw error
    }
  }
  const errors = [LATE]
  return {
    plan: async (request) =>
      isSmall(request)
        ? (await onThisThread()).planCiFile(request)
        : inTime<CiPlan>(request, { kind: 'broken', errors }),
    execution: async (request) =>
      bytesOf(request.executionIn) <= SHORT
        ? (await onThisThread()).executionInCiFile(request)
        : inTime<JobExecution | undefined>(request, undefined),
    includes: async (request) =>
      request.includesIn.length <= SHORT
        ? (await onThisThread()).includesInCiFile(request)
        : inTime<Includes>(request, LATE),
    lint: async (request) =>
      bytesOf([request.lint, ...(request.included ?? [])]) <= SHORT
        ? (await onThisThread()).lintCiFile(request)
        : inTime<CiLint>(request, { kind: 'linted', errors, warnings: [], mergedYaml: null, jobs: [] }),
  }
}
