import { type Forge, wholeText } from '@forgefold/core/app'
import { type MilestoneRow, milestoneById, milestoneUrl } from '@forgefold/core/domains/planning/milestone'
import { dayOf } from '@forgefold/core/kernel'

/** A milestone inside another answer, with the beginning of a long description (docs/reference/behaviour/planning.md#milestones). */
export const presentMilestoneRow = (forge: Forge, row: MilestoneRow) => ({
  id: row.id,
  iid: row.iid,
  ...(row.place.kind === 'project' ? { project_id: row.place.id } : { group_id: row.place.id }),
  title: row.title,
  description: row.description.text,
  state: row.state,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  due_date: row.dueDate,
  start_date: row.startDate,
  expired: row.dueDate !== null && row.dueDate < dayOf(forge.clock.now()),
  web_url: milestoneUrl(forge, row),
})

/**
 * A milestone inside another answer, with the beginning of a long description; null where there is none
 * (docs/reference/behaviour/planning.md#milestones).
 */
export const presentMilestoneOf = (forge: Forge, milestoneId: number | null) => {
  const row = milestoneId === null ? undefined : milestoneById(forge, milestoneId)
  return row === undefined ? null : presentMilestoneRow(forge, row)
}

/** A milestone by itself (docs/reference/behaviour/planning.md#milestones). */
export const presentMilestone = async (forge: Forge, row: MilestoneRow) => ({
  ...presentMilestoneRow(forge, row),
  description: await wholeText(forge, row.description),
})
