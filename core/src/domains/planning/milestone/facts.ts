import type { Forge } from '../../../app/forge.js'
import { resourceParentAndAncestors } from '../../projects/resource-parent/access.js'
import { isSameResourceParent, type ResourceParent } from '../../projects/resource-parent/resource-parent.js'
import type { MilestoneRow } from './queries.js'

/** The URL of its page. */
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
  const project: ResourceParent = { kind: 'project', id: projectId }
  return resourceParentAndAncestors(forge, project).some((place) => isSameResourceParent(place, row.place))
}

/** The milestone of that title that a project may use: its own first, then those of the groups above. */
export const milestoneTitled = (forge: Forge, projectId: number, title: string): MilestoneRow | undefined =>
  forge.read.milestones.named(resourceParentAndAncestors(forge, { kind: 'project', id: projectId }), title)
