import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { referenceLinks, wholeDescription } from '@forgefold/core/domains/issuable'
import type { MergeRequestRow } from '@forgefold/core/domains/review/merge-request'

/** Title and description as sanitised HTML (docs/reference/behaviour/review.md#rendered-html). */
export const presentHtml = async (forge: Forge, principal: Principal, row: MergeRequestRow) => {
  const links = referenceLinks(forge, principal, row.targetProjectId)
  return {
    title_html: await forge.markdown.renderInline(row.title, links),
    description_html: await forge.markdown.render((await wholeDescription(forge, row.description)) ?? '', links),
  }
}
