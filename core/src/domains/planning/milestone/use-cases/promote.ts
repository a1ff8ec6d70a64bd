import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { forbidden, refuse } from '../../../../kernel/index.js'
import { resourceParentFor } from '../../../projects/resource-parent/access.js'
import { findMilestone, type MilestoneRef } from '../access.js'
import { milestone, milestoneName } from '../aggregate.js'
import type { MilestoneRow } from '../queries.js'

/** Milestones of that title in the group and in its own projects. */
const namesakes = (forge: Forge, groupId: number, row: MilestoneRow): ReadonlyArray<MilestoneRow> =>
  forge.read.milestones.titled(row.title).flatMap((id) => {
    const other = id === row.id ? undefined : forge.read.milestones.byId(id)
    if (other === undefined) return []
    const { kind, id: placeId } = other.place
    const ofGroup = kind === 'group' ? placeId : forge.read.projects.byId(placeId)?.groupId
    return ofGroup === groupId ? [other] : []
  })

/**
 * Promotes a milestone of a project to its group; milestones of the same title in the group or its projects are merged into it. Rejections:
 * `NotFound` (Project, Milestone); `Forbidden`, also where the project has no group (docs/reference/behaviour/planning.md#promotion).
 */
export const promoteMilestone: UseCase<MilestoneRef, MilestoneRow> = async (forge, { principal, context }, ref) => {
  const found = findMilestone(forge, principal, ref, 'admin_milestone')
  if (E.isLeft(found)) return found
  const row = found.right
  const groupId = forge.read.projects.byId(row.place.id)?.groupId ?? null
  if (groupId === null) return refuse(forbidden())
  const group = resourceParentFor(forge, principal, { kind: 'group', ref: groupId }, 'admin_milestone')
  if (E.isLeft(group)) return refuse(forbidden())
  const merge = (id: number) =>
    forge.aggregates.execute(milestone, id, { type: 'Merge', into: row.id }, withNewCommandId(forge, context))
  const number = prefetchNumber(forge, `group-${groupId}-milestone`)
  const others = namesakes(forge, groupId, row)
  // The title becomes free in the group only when the group's own milestone is deleted.
  for (const { id } of others.filter(({ place }) => place.kind === 'group')) {
    const merged = await merge(id)
    if (E.isLeft(merged)) return merged
  }
  const names = [milestoneName({ kind: 'group', id: groupId }, row.title)]
  const promoted = await forge.aggregates.reserve(milestone, row.id, names, context, async (execute) => {
    const iid = await number
    return E.isLeft(iid) ? iid : execute({ type: 'Promote', groupId, iid: iid.right }, context)
  })
  if (E.isLeft(promoted)) return promoted
  for (const { id } of others.filter(({ place }) => place.kind === 'project')) {
    const merged = await merge(id)
    if (E.isLeft(merged)) return merged
  }
  return E.right(forge.read.milestones.byId(row.id) ?? row)
}
