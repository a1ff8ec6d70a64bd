import { ACCESS, type Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { referenceLinks, wholeDescription } from '@forgefold/core/domains/issuable'
import type { MergeRequestRow } from '@forgefold/core/domains/review/merge-request'

/** Whether the author is new here: nothing of theirs merged yet, and no more than a guest. */
export const isFirstContribution = (forge: Forge, row: MergeRequestRow): boolean =>
  !forge.read.mergeRequests.hasMerged(row.authorId, row.targetProjectId) &&
  forge.read.projects.level(row.authorId, row.targetProjectId) <= ACCESS.guest

/** Title and description as sanitised HTML (docs/reference/behaviour/review.md#rendered-html). */
export const presentHtml = async (forge: Forge, principal: Principal, row: MergeRequestRow) => {
  const links = referenceLinks(forge, principal, row.targetProjectId)
  return {
    title_html: forge.markdown.renderInline(row.title, links),
    description_html: forge.markdown.render((await wholeDescription(forge, row.description)) ?? '', links),
  }
}
