import type { SuggestionView } from '@forgefold/core/domains/conversation/discussion'

/** A suggestion (docs/reference/behaviour/conversation.md#suggestions). */
export const presentSuggestion = ({ row, range, obstacle }: SuggestionView) => ({
  id: row.id,
  from_line: range.first,
  to_line: range.last,
  appliable: obstacle === undefined,
  applied: row.commitId !== null,
  from_content: row.from,
  to_content: row.to,
})
