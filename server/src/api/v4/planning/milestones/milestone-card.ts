import type { Forge } from '@forgefold/core/app'
import type { MilestoneCard } from '@forgefold/core/domains/review/merge-request'
import { dayOf } from '@forgefold/core/kernel'

/** A milestone beside something else (docs/reference/behaviour/planning.md#milestones). */
export const presentMilestoneCard = (forge: Forge, milestone: MilestoneCard) => ({
  id: milestone.id,
  iid: milestone.iid,
  ...(milestone.projectId === null ? { group_id: milestone.groupId } : { project_id: milestone.projectId }),
  title: milestone.title,
  description: milestone.description,
  state: milestone.state,
  created_at: milestone.createdAt,
  updated_at: milestone.updatedAt,
  due_date: milestone.dueDate,
  start_date: milestone.startDate,
  expired: milestone.dueDate !== null && milestone.dueDate < dayOf(forge.clock.now()),
  web_url: milestone.webUrl,
})
