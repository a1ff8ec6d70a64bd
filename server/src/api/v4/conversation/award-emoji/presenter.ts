import type { Forge } from '@forgefold/core/app'
import type { AwardRow } from '@forgefold/core/domains/conversation/award-emoji'
import { userSummary } from '../../identity/users/user-summary.js'

/** An award emoji (docs/reference/behaviour/conversation.md#award-emoji). */
export const presentAward = (forge: Forge, row: AwardRow) => ({
  id: row.id,
  name: row.name,
  user: userSummary(forge, row.userId),
  created_at: row.createdAt,
  updated_at: row.createdAt,
  awardable_id: row.awardableId,
  awardable_type: row.awardableType,
  url: null,
})
