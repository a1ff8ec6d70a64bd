import type { Forge } from '@forgefold/core/app'
import {
  isSubscribedToLabel,
  type LabelRow,
  labelCounts,
  labelsById,
  textColorOn,
} from '@forgefold/core/domains/planning/label'
import type { ResourceParent } from '@forgefold/core/domains/projects/resource-parent'

/** How a label is presented. */
export interface LabelView {
  /** The project or group whose counts are shown. */
  readonly place: ResourceParent
  /** Undefined for anonymous callers. */
  readonly userId: number | undefined
  readonly counts: boolean
}

/** A label with its details inside another answer (docs/reference/behaviour/planning.md#labels-in-other-objects). */
export const presentLabelDetails = async (forge: Forge, label: LabelRow) => ({
  id: label.id,
  name: label.title,
  color: label.color,
  description: label.description,
  description_html: await forge.markdown.renderInline(label.description ?? ''),
  text_color: textColorOn(label.color, forge.instance.release),
})

/** The labels of an issuable: their titles, or whole labels with `details`. */
export const presentLabelsOf = async (forge: Forge, ids: ReadonlyArray<number>, details: boolean) => {
  const rows = labelsById(forge, ids)
  return details ? Promise.all(rows.map((row) => presentLabelDetails(forge, row))) : rows.map(({ title }) => title)
}

/** A label (docs/reference/behaviour/planning.md#labels). */
export const presentLabel = async (forge: Forge, row: LabelRow, { place, userId, counts }: LabelView) => {
  const used = counts ? labelCounts(forge, { labelId: row.id, within: place }) : undefined
  return {
    id: row.id,
    name: row.title,
    description: row.description,
    description_html: await forge.markdown.renderInline(row.description ?? ''),
    text_color: textColorOn(row.color, forge.instance.release),
    color: row.color,
    ...(used === undefined
      ? {}
      : {
          open_issues_count: used.openIssues,
          closed_issues_count: used.closedIssues,
          open_merge_requests_count: used.openMergeRequests,
        }),
    subscribed: userId !== undefined && isSubscribedToLabel(forge, { labelId: row.id, userId }),
    ...(place.kind === 'project' ? { priority: row.priority, is_project_label: row.place.kind === 'project' } : {}),
  }
}
