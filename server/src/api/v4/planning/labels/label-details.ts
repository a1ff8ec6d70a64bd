import type { Forge } from '@forgefold/core/app'
import type { LabelCard } from '@forgefold/core/domains/review/merge-request'

/** A label with its details (docs/reference/behaviour/planning.md#labels-beside-something-else). */
export const presentLabelCard = (forge: Forge, label: LabelCard) => ({
  id: label.id,
  name: label.title,
  color: label.color,
  description: label.description,
  description_html: forge.markdown.renderInline(label.description ?? ''),
  text_color: label.textColor,
})
