import { deployment } from '@forgefold/core/domains/delivery/deployment'
import { project } from '@forgefold/core/domains/projects/project'
import { branchOf, repository } from '@forgefold/core/domains/projects/repository'
import { MERGE_STATUSES, mergeRequest, nextMergeStatus } from '@forgefold/core/domains/review/merge-request'
import { idOf } from '@forgefold/core/kernel'
import { handle, type Projection } from '../../engine/projection.js'
import { mergeRequestHandlers } from './handlers.js'
import { mergeRequestQueries } from './queries.js'
import { schema } from './schema.js'
import { statusAfter } from './status-after.js'

/** The merge requests that a moved target branch affects. */
const SETTLED = MERGE_STATUSES.filter((status) => nextMergeStatus(status, 'uncheck') !== status)

/** Merge requests in the read model. */
export const mergeRequests: Projection = {
  name: 'merge-requests',
  version: 5,
  schema,
  handlers: (context) => {
    const { db } = context
    const uncheck = db.prepare(
      `UPDATE merge_requests SET merge_status = ${statusAfter('uncheck')}, edition = edition + 1
       WHERE target_project_id = ? AND target_branch = ? AND status = 'opened'
         AND merge_status IN (${SETTLED.map((status) => `'${status}'`).join(', ')})`,
    )
    const orphan = db.prepare(
      `UPDATE merge_requests SET source_deleted = 1, edition = edition + 1,
         merge_status = CASE status WHEN 'opened' THEN ${statusAfter('uncheck')} ELSE merge_status END
       WHERE source_project_id = ? AND source_project_id <> target_project_id`,
    )
    const link = db.prepare(
      'INSERT OR IGNORE INTO merge_request_deployments (merge_request_id, deployment_id) VALUES (?, ?)',
    )
    const unlink = db.prepare('DELETE FROM merge_request_deployments WHERE deployment_id = ?')
    return [
      handle(context, mergeRequest, mergeRequestHandlers(context)),
      // A mergeability check is valid for the old target only; the push invalidates it without an event of the merge request.
      handle(context, repository, {
        RefUpdated: ({ ref }, { stream }) => {
          const branch = branchOf(ref)
          if (branch !== undefined) uncheck.run(idOf(stream), branch)
        },
      }),
      // The source branch was removed with its fork; the next check finds it missing.
      handle(context, project, {
        ProjectDeleted: (_, { stream }) => {
          orphan.run(idOf(stream))
        },
      }),
      handle(context, deployment, {
        MergeRequestsLinked: ({ mergeRequestIds }, { stream }) => {
          for (const id of mergeRequestIds) link.run(id, idOf(stream))
        },
        DeploymentDeleted: (_, { stream }) => {
          unlink.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { mergeRequests: mergeRequestQueries },
}
