import type { LintRequest, PlanRequest } from '@forgefold/core/domains/delivery/pipeline'
import { serveThread } from '../workers/index.js'
import { lintCiFile, planCiFile } from './plan-ci-file.js'

serveThread((request: PlanRequest | LintRequest) => ('lint' in request ? lintCiFile(request) : planCiFile(request)))
