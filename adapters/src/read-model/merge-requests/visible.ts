import type { MergeRequestFilter } from '@forgefold/core/domains/merge-request'
import type { Condition } from '../paging.js'

/** A project's requests are open to nobody where either feature is off. */
const AVAILABLE = `p.merge_requests <> 'disabled' AND coalesce(json_extract(p.settings, '$.features.repository'), 'enabled') <> 'disabled'`
const OPEN_TO_ALL = `p.merge_requests <> 'private' AND coalesce(json_extract(p.settings, '$.features.repository'), 'enabled') <> 'private'`

/**
 * Requests that somebody may read, as the policy says it (behaviour sheet §14): reporters and above, everybody where the project and
 * the feature are open, author and assignees wherever they see the project. Undefined: nothing is hidden.
 *
 * Within one project the policy has been asked before, so there is nothing to ask of each row.
 */
export const visibleRequests = ({ onlooker, projectId }: MergeRequestFilter): Condition | undefined => {
  const { userId, admin, external } = onlooker
  if (projectId !== undefined) return undefined
  if (admin)
    return {
      sql: `EXISTS (SELECT 1 FROM projects p WHERE p.id = m.target_project_id AND ${AVAILABLE})`,
      values: [],
    }
  const open = external ? "p.visibility = 'public'" : "p.visibility IN ('public', 'internal')"
  return {
    sql: `EXISTS (SELECT 1 FROM projects p
        LEFT JOIN project_authorizations a ON a.project_id = p.id AND a.user_id = ?
        WHERE p.id = m.target_project_id AND ${AVAILABLE} AND (
          a.level >= 20 OR (${open} AND ${OPEN_TO_ALL})
          OR ((a.level >= 10 OR ${open}) AND (m.author_id = ? OR EXISTS (SELECT 1 FROM merge_request_assignees s
            WHERE s.merge_request_id = m.id AND s.user_id = ?)))))`,
    values: [userId ?? 0, userId ?? 0, userId ?? 0],
  }
}
