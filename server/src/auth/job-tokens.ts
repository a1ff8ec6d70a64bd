import { runningJobToken } from '@forgefold/core/domains/delivery/job-token'
import { categoryOf } from '@forgefold/core/kernel'
import type { TokenKind } from './token-kind.js'

const VOIDING: ReadonlySet<string> = new Set(['JobMoved', 'PipelineDeleted'])

/** Tokens of running jobs; they act for the user who started the job, and become invalid when it ends. */
export const jobTokens: TokenKind = {
  find: (forge, digest) => {
    const row = runningJobToken(forge, digest)
    if (row === undefined) return undefined
    const { jobId, pipelineId, projectId, userId } = row
    return {
      credential: { kind: 'job', id: String(jobId), scopes: [], jobId, pipelineId, projectId },
      userId,
      isExpired: () => false,
      revoked: false,
    }
  },
  voidedBy: (event) => categoryOf(event.stream) === 'pipeline' && VOIDING.has(event.type),
}
