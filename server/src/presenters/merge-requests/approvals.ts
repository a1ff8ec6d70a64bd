import type { Forge } from '@forgefold/core/app'
import {
  approvalsRequired,
  type MergeRequestRow,
  mayApprove,
  shownMergeStatus,
} from '@forgefold/core/domains/merge-request'
import type { ProjectRow } from '@forgefold/core/domains/project'
import { userSummary } from '../user-summary.js'

/** Who has approved a request, for the one who looks; the paid tiers say more (behaviour sheet §5.3). */
export const presentApprovals = (forge: Forge, project: ProjectRow, row: MergeRequestRow, userId: number) => {
  const required = approvalsRequired(forge, row)
  const left = Math.max(0, required - row.approvedBy.length)
  const approved = {
    user_has_approved: row.approvedBy.includes(userId),
    user_can_approve: mayApprove(forge, project, row, userId),
    approved: left === 0 && (forge.instance.tier !== 'free' || row.approvedBy.length > 0),
    approved_by: row.approvedBy.map((id) => ({ user: userSummary(forge, id) })),
  }
  if (forge.instance.tier === 'free') return approved
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.targetProjectId,
    title: row.title,
    description: row.description.text,
    state: row.status,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    merge_status: shownMergeStatus(row.mergeStatus),
    approvals_required: required,
    approvals_left: left,
    ...approved,
  }
}
