import { runningJobToken } from '@forgefold/core/domains/delivery/job-token'
import { categoryOf } from '@forgefold/core/kernel'
import type { TokenKind } from './token-kind.js'

const VOIDING: ReadonlySet<string> = new Set(['JobMoved', 'PipelineDeleted'])

/** Tokens of running jobs; they act for whoever started the job and are unknown as soon as it runs no more. */
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
