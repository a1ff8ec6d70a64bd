import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { ListedClosedIssue } from '@forgefold/core/domains/review/merge-request'
import { presentIssue } from '../../../planning/issues/presenter.js'

/** An issue that a merge would close (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const presentClosedIssue = async (forge: Forge, principal: Principal, closed: ListedClosedIssue) => {
  if (closed.kind === 'external') return { id: closed.key, title: closed.key }
  const { issue, project, isInTarget, changes } = closed
  const place = isInTarget ? 'project' : 'elsewhere'
  const shown = await presentIssue(forge, project, issue, { place, labelsDetails: false, visibleTo: principal })
  return { ...shown, changes_count: changes }
}
