import type { ExecutionRequest, LintRequest, PlanRequest } from '@forgefold/core/domains/delivery/pipeline'
import { serveThread } from '../workers/index.js'
import { executionInCiFile, lintCiFile, planCiFile } from './plan-ci-file.js'

serveThread((request: PlanRequest | LintRequest | ExecutionRequest) => {
  if ('executionIn' in request) return executionInCiFile(request)
  return 'lint' in request ? lintCiFile(request) : planCiFile(request)
})
