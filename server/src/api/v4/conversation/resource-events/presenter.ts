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

/** A change of labels, milestone, state or weight; deleted subjects are null. */
export const presentResourceEvent = async (forge: Forge, row: ResourceEventRow) => {
  const { id, userId, createdAt, noteableType, noteableId } = row
  const user = userId === null ? null : userSummary(forge, userId)
  const authored = { id, user, created_at: createdAt }
  if (row.kind === 'weight') return { ...authored, issue_id: noteableId, weight: row.weight }
  return { ...authored, resource_type: noteableType, resource_id: noteableId, ...(await subjectOf(forge, row)) }
}
