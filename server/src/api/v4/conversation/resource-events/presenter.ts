import type { Forge } from '@forgefold/core/app'
import type { ResourceEventRow } from '@forgefold/core/domains/conversation/activity'
import { labelsById } from '@forgefold/core/domains/planning/label'
import { userSummary } from '../../identity/users/presenter.js'
import { presentMilestoneOf } from '../../planning/milestones/presenter.js'

const subjectOf = (forge: Forge, { kind, subjectId, action }: ResourceEventRow) => {
  if (kind === 'state') return { state: action }
  if (kind === 'label') {
    const [card] = subjectId === null ? [] : labelsById(forge, [subjectId])
    const label =
      card === undefined ? null : { id: card.id, name: card.title, color: card.color, description: card.description }
    return { label, action }
  }
  return { milestone: presentMilestoneOf(forge, subjectId), action }
}

/** A change of labels, milestone or state; what is gone is null. */
export const presentResourceEvent = (forge: Forge, row: ResourceEventRow) => ({
  id: row.id,
  user: row.userId === null ? null : userSummary(forge, row.userId),
  created_at: row.createdAt,
  resource_type: row.noteableType,
  resource_id: row.noteableId,
  ...subjectOf(forge, row),
})
