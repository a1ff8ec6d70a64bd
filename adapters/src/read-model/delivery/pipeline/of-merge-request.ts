import type { PipelineQueries } from '@forgefold/core/domains/delivery/pipeline'
import type { ListQuery } from '../../engine/paging.js'
import { NO_CHILD } from './list-conditions.js'

type Wanted = Parameters<PipelineQueries['ofMergeRequest']>[0]

/** The most commits of a branch whose pipelines are searched. */
const MAX_COMMITS = 10_000

/** The pipelines of a merge request and of its commits, its own first. */
export const ofMergeRequest = (
  select: string,
  { mergeRequestId, projectIds, sourceProjectId, sourceBranch, shas }: Wanted,
): ListQuery => ({
  select,
  from: 'pipelines p',
  where: [
    {
      sql: `p.merge_request_id = ? OR (p.merge_request_id IS NULL AND p.project_id = ? AND p.ref = ? AND p.tag = 0
            AND p.sha IN (SELECT value FROM json_each(?)))`,
      values: [mergeRequestId, sourceProjectId, sourceBranch, JSON.stringify(shas.slice(0, MAX_COMMITS))],
    },
    { sql: NO_CHILD, values: [] },
    ...(projectIds === undefined
      ? []
      : [{ sql: 'p.project_id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(projectIds)] }]),
  ],
  orderBy: "CASE p.source WHEN 'merge_request_event' THEN 0 ELSE 1 END, p.id DESC",
})
