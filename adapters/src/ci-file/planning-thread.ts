import type {
  ExecutionRequest,
  IncludesRequest,
  LintRequest,
  PlanRequest,
} from '@forgefold/core/domains/delivery/pipeline'
import { serveThread } from '../workers/index.js'
import { executionInCiFile, includesInCiFile, lintCiFile, planCiFile } from './plan-ci-file.js'

serveThread((request: PlanRequest | LintRequest | ExecutionRequest | IncludesRequest) => {
  if ('executionIn' in request) return executionInCiFile(request)
  if ('includesIn' in request) return includesInCiFile(request)
  return 'lint' in request ? lintCiFile(request) : planCiFile(request)
})
