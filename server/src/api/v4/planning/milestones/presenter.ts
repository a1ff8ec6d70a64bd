import type { Forge } from '@forgefold/core/app'
import { type MilestoneRow, milestoneUrl, wholeMilestoneText } from '@forgefold/core/domains/planning/milestone'
import { dayOf } from '@forgefold/core/kernel'

/** A milestone by itself (docs/reference/behaviour/planning.md#milestones). */
export const presentMilestone = async (forge: Forge, row: MilestoneRow) => ({
  id: row.id,
  iid: row.iid,
  ...(row.place.kind === 'project' ? { project_id: row.place.id } : { group_id: row.place.id }),
  title: row.title,
  description: await wholeMilestoneText(forge, row.description),
  state: row.state,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  due_date: row.dueDate,
  start_date: row.startDate,
  expired: row.dueDate !== null && row.dueDate < dayOf(forge.clock.now()),
  web_url: milestoneUrl(forge, row),
})
