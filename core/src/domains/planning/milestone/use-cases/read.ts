import * as E from 'fp-ts/lib/Either.js'
import { type Principal, visibilityScopeOf } from '../../../../access/index.js'
import type { Forge, Query } from '../../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type OwnerAbility, type OwnerRef, ownerFor, ownersFrom } from '../../../projects/owner/access.js'
import { isSameOwner } from '../../../projects/owner/owner.js'
import type { MilestoneFilter, MilestoneRow } from '../queries.js'

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

/** One milestone. Rejections: `NotFound` (Project, Group, Milestone). */
export const getMilestone: Query<MilestoneRef, MilestoneRow> = (forge, { principal }, ref) =>
  findMilestone(forge, principal, ref, 'read_milestone')

/** What narrows lists of issuables to those of a milestone that the caller may see, newest first. */
export const milestoneContents = (milestone: MilestoneRow, principal: Principal) =>
  ({
    visibleTo: visibilityScopeOf(principal),
    milestones: [milestone.id],
    orderBy: 'created_at',
    sort: 'desc',
  }) as const

/** Which milestones of a place a list is to have. */
export interface ListMilestones extends Omit<MilestoneFilter, 'places'> {
  readonly place: OwnerRef
  /** Those of the groups above too. */
  readonly includeAncestors: boolean
  readonly page: PageRequest
}

/** Milestones of a place. Rejections: `NotFound` (Project, Group). */
export const listMilestones: Query<ListMilestones, Page<MilestoneRow>> = (forge, { principal }, input) => {
  const { place: ref, includeAncestors, page, ...filter } = input
  const place = ownerFor(forge, principal, ref, 'read_milestone')
  if (E.isLeft(place)) return place
  const places = includeAncestors ? ownersFrom(forge, place.right) : [place.right]
  return E.right(forge.read.milestones.list({ ...filter, places }, page))
}
