import type { LabelRow } from '../../../planning/label/queries.js'
import { exclusiveLabels } from '../../../planning/label/scoped-labels.js'
import { resourceParentAndAncestors } from '../../../projects/resource-parent/access.js'
import { labelTitles } from '../parsing/index.js'
import { type ActionContext, noEffect, type QuickAction } from './quick-action.js'

/** Existing labels only; quick actions create none. */
const labelsIn = ({ forge, issuable }: ActionContext, argument: string): ReadonlyArray<LabelRow> => {
  const places = resourceParentAndAncestors(forge, { kind: 'project', id: issuable.project.project.id })
  const found = labelTitles(argument).flatMap((title) => forge.read.labels.named(places, title) ?? [])
  return [...new Map(found.map((row) => [row.id, row])).values()]
}

const reference = ({ title }: LabelRow): string => (/^[\w?.&-]+$/.test(title) ? `~${title}` : `~"${title}"`)

const namesOf = (labels: ReadonlyArray<LabelRow>): string =>
  `${labels.map(reference).join(' ')} ${labels.length === 1 ? 'label' : 'labels'}.`

const idsOf = (labels: ReadonlyArray<LabelRow>): ReadonlyArray<number> => labels.map(({ id }) => id)

export const addLabels: QuickAction = (context, argument) => {
  const { issuable } = context
  if (!issuable.mayAdmin) return undefined
  const labels = labelsIn(context, argument)
  if (labels.length === 0) return noEffect()
  return {
    changes: { add_label_ids: idsOf(labels) },
    message: `Added ${namesOf(labels)}`,
    set: { labelIds: exclusiveLabels(context.forge, [...issuable.labelIds, ...idsOf(labels)]) },
  }
}

export const removeLabels: QuickAction = (context, argument) => {
  const { issuable } = context
  if (!issuable.mayAdmin || issuable.labelIds.length === 0) return undefined
  if (argument === '') return { changes: { label_ids: [] }, message: 'Removed all labels.', set: { labelIds: [] } }
  const labels = labelsIn(context, argument)
  if (labels.length === 0) return noEffect()
  const gone = new Set(idsOf(labels))
  return {
    changes: { remove_label_ids: idsOf(labels) },
    message: `Removed ${namesOf(labels)}`,
    set: { labelIds: issuable.labelIds.filter((id) => !gone.has(id)) },
  }
}

export const replaceLabels: QuickAction = (context, argument) => {
  const { issuable } = context
  if (!issuable.mayAdmin || issuable.labelIds.length === 0) return undefined
  const labels = labelsIn(context, argument)
  if (labels.length === 0) return noEffect()
  const ids = exclusiveLabels(context.forge, idsOf(labels))
  return { changes: { label_ids: ids }, message: `Replaced all labels with ${namesOf(labels)}`, set: { labelIds: ids } }
}
