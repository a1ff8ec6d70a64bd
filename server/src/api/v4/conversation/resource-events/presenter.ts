import type { Forge } from '@forgefold/core/app'
import type { ResourceEventRow } from '@forgefold/core/domains/conversation/activity'
import { labelsById } from '@forgefold/core/domains/planning/label'
import { userSummary } from '../../identity/users/presenter.js'
import { presentLabelDetails } from '../../planning/labels/presenter.js'
import { presentMilestoneOf } from '../../planning/milestones/presenter.js'

const subjectOf = async (forge: Forge, { kind, subjectId, action }: ResourceEventRow) => {
  if (kind === 'state') return { state: action }
  if (kind === 'label') {
    const [card] = subjectId === null ? [] : labelsById(forge, [subjectId])
    return { label: card === undefined ? null : await presentLabelDetails(forge, card), action }
  }
  return { milestone: presentMilestoneOf(forge, subjectId), action }
}

/** A change of labels, milestone or state; deleted subjects are null. */
export const presentResourceEvent = async (forge: Forge, row: ResourceEventRow) => ({
  id: row.id,
  user: row.userId === null ? null : userSummary(forge, row.userId),
  created_at: row.createdAt,
  resource_type: row.noteableType,
  resource_id: row.noteableId,
  ...(await subjectOf(forge, row)),
})
