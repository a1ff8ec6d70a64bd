import type { Forge } from '../../../app/forge.js'
import { placesFrom } from '../../projects/owner/access.js'
import { type Place, samePlace } from '../../projects/owner/place.js'
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
  const project: Place = { kind: 'project', id: projectId }
  return placesFrom(forge, project).some((place) => samePlace(place, row.place))
}
