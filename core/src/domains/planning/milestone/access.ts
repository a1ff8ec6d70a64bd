import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/principal.js'
import type { Forge } from '../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../kernel/rejection.js'
import {
  type ResourceParentAbility,
  type ResourceParentRef,
  resourceParentFor,
} from '../../projects/resource-parent/access.js'
import { isSameResourceParent } from '../../projects/resource-parent/resource-parent.js'
import type { MilestoneRow } from './queries.js'

/** A milestone as the API names it: by its id, in its project or group. */
export interface MilestoneRef {
  readonly place: ResourceParentRef
  /** The global id. */
  readonly id: number
}

/** A milestone of exactly that project or group. Rejections: `NotFound` (Project, Group, Milestone); `Forbidden`. */
export const findMilestone = (
  forge: Forge,
  principal: Principal,
  ref: MilestoneRef,
  ability: ResourceParentAbility,
): E.Either<Rejection, MilestoneRow> => {
  const place = resourceParentFor(forge, principal, ref.place, ability)
  if (E.isLeft(place)) return place
  const row = forge.read.milestones.byId(ref.id)
  return row !== undefined && isSameResourceParent(row.place, place.right)
    ? E.right(row)
    : refuse(notFound('Milestone'))
}
