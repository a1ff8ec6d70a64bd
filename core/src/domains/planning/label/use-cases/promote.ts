import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { forbidden, notFound, refuse, refused } from '../../../../kernel/index.js'
import { resourceParentFor } from '../../../projects/resource-parent/access.js'
import { isSameResourceParent, type ResourceParent } from '../../../projects/resource-parent/resource-parent.js'
import { findLabel, type LabelAccess, type LabelRef } from '../access.js'
import { label } from '../aggregate.js'
import type { LabelRow } from '../queries.js'

/** Labels of that title in the group and in its own projects, the group's first. */
const namesakes = (forge: Forge, group: ResourceParent, row: LabelRow): ReadonlyArray<LabelRow> => {
  const isOfGroup = ({ place }: LabelRow): boolean =>
    place.kind === 'group' ? place.id === group.id : forge.read.projects.byId(place.id)?.groupId === group.id
  const others = forge.read.labels.rows(forge.read.labels.titled(row.title)).filter(({ id }) => id !== row.id)
  return others.filter(isOfGroup).sort((one, other) => one.place.kind.localeCompare(other.place.kind))
}

/**
 * Promotes a label of a project to its group; labels of the same title in the group or its projects are merged into it. Rejections: `NotFound`
 * (Project, Label); `Forbidden`; `Refused` where the project has no group (docs/reference/behaviour/planning.md#promotion).
 */
export const promoteLabel: UseCase<LabelRef, LabelAccess> = async (forge, { principal, context }, ref) => {
  const found = findLabel(forge, principal, ref, 'admin_label')
  if (E.isLeft(found)) return found
  const { label: row, place } = found.right
  if (!isSameResourceParent(row.place, place)) return refuse(notFound('Label'))
  const groupId = forge.read.projects.byId(place.id)?.groupId ?? null
  if (groupId === null) return refuse(refused('Failed to promote project label to group label'))
  const group: ResourceParent = { kind: 'group', id: groupId }
  const there = resourceParentFor(forge, principal, { kind: 'group', ref: groupId }, 'admin_label')
  if (E.isLeft(there)) return refuse(forbidden())
  const merge = (id: number) =>
    forge.aggregates.execute(label, id, { type: 'Merge', into: row.id }, withNewCommandId(forge, context))
  const others = namesakes(forge, group, row)
  // The title becomes free in the group only when the group's own label is deleted.
  for (const { id } of others.filter((one) => one.place.kind === 'group')) {
    const merged = await merge(id)
    if (E.isLeft(merged)) return merged
  }
  const promoted = await forge.aggregates.execute(label, row.id, { type: 'Promote', groupId }, context)
  if (E.isLeft(promoted)) return promoted
  for (const { id } of others.filter((one) => one.place.kind === 'project')) {
    const merged = await merge(id)
    if (E.isLeft(merged)) return merged
  }
  return E.right({ label: forge.read.labels.byId(row.id) ?? row, place: group })
}
