import type { LabelRow } from '../../../planning/label/queries.js'
import { placesFrom } from '../../../projects/owner/access.js'
import { labelTitles } from '../reading/index.js'
import { type Act, type Acting, inVain } from './act.js'

/** Those that are there already; quick actions make none. */
const labelsIn = ({ forge, subject }: Acting, argument: string): ReadonlyArray<LabelRow> => {
  const places = placesFrom(forge, { kind: 'project', id: subject.project.project.id })
  const found = labelTitles(argument).flatMap((title) => forge.read.labels.named(places, title) ?? [])
  return [...new Map(found.map((row) => [row.id, row])).values()]
}

const reference = ({ title }: LabelRow): string => (/^[\w?.&-]+$/.test(title) ? `~${title}` : `~"${title}"`)

const told = (labels: ReadonlyArray<LabelRow>): string =>
  `${labels.map(reference).join(' ')} ${labels.length === 1 ? 'label' : 'labels'}.`

const idsOf = (labels: ReadonlyArray<LabelRow>): ReadonlyArray<number> => labels.map(({ id }) => id)

export const addLabels: Act = (acting, argument) => {
  const { subject } = acting
  if (!subject.mayAdmin) return undefined
  const labels = labelsIn(acting, argument)
  if (labels.length === 0) return inVain()
  return {
    changes: { add_label_ids: idsOf(labels) },
    message: `Added ${told(labels)}`,
    set: { labelIds: [...new Set([...subject.labelIds, ...idsOf(labels)])] },
  }
}

export const removeLabels: Act = (acting, argument) => {
  const { subject } = acting
  if (!subject.mayAdmin || subject.labelIds.length === 0) return undefined
  if (argument === '') return { changes: { label_ids: [] }, message: 'Removed all labels.', set: { labelIds: [] } }
  const labels = labelsIn(acting, argument)
  if (labels.length === 0) return inVain()
  const gone = new Set(idsOf(labels))
  return {
    changes: { remove_label_ids: idsOf(labels) },
    message: `Removed ${told(labels)}`,
    set: { labelIds: subject.labelIds.filter((id) => !gone.has(id)) },
  }
}

export const replaceLabels: Act = (acting, argument) => {
  const { subject } = acting
  if (!subject.mayAdmin || subject.labelIds.length === 0) return undefined
  const labels = labelsIn(acting, argument)
  if (labels.length === 0) return inVain()
  const ids = idsOf(labels)
  return { changes: { label_ids: ids }, message: `Replaced all labels with ${told(labels)}`, set: { labelIds: ids } }
}
