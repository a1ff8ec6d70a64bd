import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { referenceLinks, wholeDescription } from '@forgefold/core/domains/issuable'
import type {
  ListedClosedIssue,
  MergeRequestRow,
  ReviewerRow,
  VersionRow,
} from '@forgefold/core/domains/review/merge-request'
import { userSummary } from '../../../identity/users/presenter.js'
import { presentIssue } from '../../../planning/issues/presenter.js'

/** A reviewer with the state of the review (docs/reference/behaviour/review.md#reviewers). */
export const presentReviewer = (forge: Forge, reviewer: ReviewerRow) => ({
  user: userSummary(forge, reviewer.userId),
  updated_state_by: reviewer.stateBy === null ? null : userSummary(forge, reviewer.stateBy),
  state: reviewer.state,
  created_at: reviewer.createdAt,
})

/** A diff version in a list (docs/reference/behaviour/review.md#diff-versions). */
export const presentVersion = (version: VersionRow) => ({
  id: version.id,
  head_commit_sha: version.head,
  base_commit_sha: version.base,
  start_commit_sha: version.start,
  created_at: version.createdAt,
  merge_request_id: version.mergeRequestId,
  state: version.state,
  real_size: version.realSize,
})

/** An issue that a merge would close (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const presentClosedIssue = async (forge: Forge, principal: Principal, closed: ListedClosedIssue) => {
  if (closed.kind === 'external') return { id: closed.key, title: closed.key }
  const { issue, project, isInTarget, changes } = closed
  const place = isInTarget ? 'project' : 'elsewhere'
  const shown = await presentIssue(forge, project, issue, { place, labelsDetails: false, visibleTo: principal })
  return { ...shown, changes_count: changes }
}

/** Title and description as sanitised HTML (docs/reference/behaviour/review.md#rendered-html). */
export const presentHtml = async (forge: Forge, principal: Principal, row: MergeRequestRow) => {
  const links = referenceLinks(forge, principal, row.targetProjectId)
  return {
    title_html: await forge.markdown.renderInline(row.title, links),
    description_html: await forge.markdown.render((await wholeDescription(forge, row.description)) ?? '', links),
  }
}
