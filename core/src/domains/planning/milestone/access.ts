import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/principal.js'
import type { Forge } from '../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../kernel/rejection.js'
import { type OwnerAbility, type OwnerRef, ownerFor } from '../../projects/owner/access.js'
import { isSameOwner } from '../../projects/owner/owner.js'
import type { MilestoneRow } from './queries.js'

/** A milestone as the API names it: by its number, in its place. */
export interface MilestoneRef {
  readonly place: OwnerRef
  /** The global number. */
  readonly id: number
}

/** A milestone of exactly that place. Rejections: `NotFound` (Project, Group, Milestone); `Forbidden`. */
export const findMilestone = (
  forge: Forge,
  principal: Principal,
  ref: MilestoneRef,
  ability: OwnerAbility,
): E.Either<Rejection, MilestoneRow> => {
  const place = ownerFor(forge, principal, ref.place, ability)
  if (E.isLeft(place)) return place
  const row = forge.read.milestones.byId(ref.id)
  return row !== undefined && isSameOwner(row.place, place.right) ? E.right(row) : refuse(notFound('Milestone'))
}
