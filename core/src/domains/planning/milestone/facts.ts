import type { Forge } from '../../../app/forge.js'
import { isLongText, keepText, keptText } from '../../../app/long-text.js'
import { ownersFrom } from '../../projects/owner/access.js'
import { isSameOwner, type Owner } from '../../projects/owner/owner.js'
import type { MilestoneText } from './aggregate.js'
import type { MilestoneRow } from './queries.js'

/** Where people see it. */
export const milestoneUrl = (forge: Forge, { place, iid }: Pick<MilestoneRow, 'place' | 'iid'>): string => {
  const { externalUrl } = forge.instance
  if (place.kind === 'group')
    return `${externalUrl}/groups/${forge.read.groups.byId(place.id)?.fullPath ?? ''}/-/milestones/${iid}`
  return `${externalUrl}/${forge.read.projects.byId(place.id)?.fullPath ?? ''}/-/milestones/${iid}`
}

/** Whether a project may use it: its own, or that of a group above. */
export const isMilestoneFor = (forge: Forge, milestoneId: number, projectId: number): boolean => {
  const row = forge.read.milestones.byId(milestoneId)
  if (row === undefined) return false
  const project: Owner = { kind: 'project', id: projectId }
  return ownersFrom(forge, project).some((place) => isSameOwner(place, row.place))
}

/** So many characters of a long text stay searchable. */
const EXCERPT = 16 * 1024

/** A description as events hold it: a long text goes to the blobs first. */
export const milestoneText = async (forge: Pick<Forge, 'blobs'>, text: string | null): Promise<MilestoneText> => {
  if (text === null || !isLongText(text)) return { text, blob: null }
  return { text: text.slice(0, EXCERPT), blob: (await keepText(forge.blobs, text)) ?? null }
}

/** The whole description. */
export const wholeMilestoneText = async (
  forge: Pick<Forge, 'blobs'>,
  { text, blob }: MilestoneText,
): Promise<string | null> => (blob === null ? text : ((await keptText(forge.blobs, blob)) ?? text))
