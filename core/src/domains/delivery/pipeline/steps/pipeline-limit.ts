import type { Forge } from '../../../../app/forge.js'
import { type Instant, secondsAfter } from '../../../../kernel/instant.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { pipelineLimit, tooManyRequests } from '../../../instance/limits/action-limits.js'

/** A request for a pipeline. */
export interface PipelineRequest {
  readonly projectId: number
  readonly userId: number
  readonly sha: string
}

/**
 * Refuses a further pipeline where the user's pipelines of the last minute for this commit reach `pipeline_limit_per_project_user_sha`. It
 * counts existing pipelines, so it holds across restarts; requests that arrive at the same moment may pass together.
 */
export const pipelineRefusal = (forge: Forge, asked: PipelineRequest, at: Instant): Rejection | undefined => {
  const limit = pipelineLimit(asked, forge.settings.current())
  const username = forge.read.users.byId(asked.userId)?.username
  if (limit === undefined || username === undefined) return undefined
  const { projectId, sha } = asked
  const createdAfter = secondsAfter(at, -limit.seconds)
  // The pipeline that reaches the limit. Ids do not tell the time, because reactors create pipelines late.
  const filling = forge.read.pipelines.list(
    { projectId, sha, username, createdAfter, orderBy: 'id', sort: 'desc' },
    { page: limit.limit, perPage: 1 },
  )
  return filling.rows.length > 0 ? tooManyRequests : undefined
}
