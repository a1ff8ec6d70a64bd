import type { Forge } from '../../../../app/forge.js'
import { type Instant, secondsAfter } from '../../../../kernel/instant.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { pipelineLimit, tooManyRequests } from '../../../instance/limits/action-limits.js'

/** Whoever asks for a pipeline, and of what. */
export interface PipelineRequest {
  readonly projectId: number
  readonly userId: number
  readonly sha: string
}

/**
 * Refuses one more pipeline where the user's pipelines of the last minute for this commit use up `pipeline_limit_per_project_user_sha`.
 * It looks at the pipelines themselves, so it holds over restarts; requests that arrive at the same moment may slip through together.
 */
export const pipelineRefusal = (forge: Forge, asked: PipelineRequest, at: Instant): Rejection | undefined => {
  const limit = pipelineLimit(asked, forge.settings.current())
  const username = forge.read.users.byId(asked.userId)?.username
  if (limit === undefined || username === undefined) return undefined
  const { projectId, sha } = asked
  const createdAfter = secondsAfter(at, -limit.seconds)
  // The one that fills the limit. A number says nothing of when: reactors make pipelines late.
  const filling = forge.read.pipelines.list(
    { projectId, sha, username, createdAfter, orderBy: 'id', sort: 'desc' },
    { page: limit.limit, perPage: 1 },
  )
  return filling.rows.length > 0 ? tooManyRequests : undefined
}
