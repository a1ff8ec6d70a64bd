import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type PlaceAbility, type PlaceRef, placeFor, placesFrom } from '../../../projects/owner/access.js'
import { samePlace } from '../../../projects/owner/place.js'
import type { MilestoneFilter, MilestoneRow } from '../queries.js'

/** A milestone as the API names it: by its number, in its place. */
export interface MilestoneRef {
  readonly place: PlaceRef
  /** The global number. */
  readonly id: number
}

/** A milestone of exactly that place. Rejections: `NotFound` (Project, Group, Milestone); `Forbidden`. */
export const findMilestone = (
  forge: Forge,
  principal: Principal,
  ref: MilestoneRef,
  ability: PlaceAbility,
): E.Either<Rejection, MilestoneRow> => {
  const place = placeFor(forge, principal, ref.place, ability)
  if (E.isLeft(place)) return place
  const row = forge.read.milestones.byId(ref.id)
  return row !== undefined && samePlace(row.place, place.right) ? E.right(row) : refuse(notFound('Milestone'))
}

/** One milestone. Rejections: `NotFound` (Project, Group, Milestone). */
export const getMilestone = async (
  forge: Forge,
  principal: Principal,
  ref: MilestoneRef,
): UseCaseResult<MilestoneRow> => findMilestone(forge, principal, ref, 'read_milestone')

/** Milestones of a place. Rejections: `NotFound` (Project, Group). */
export const listMilestones = async (
  forge: Forge,
  principal: Principal,
  ref: PlaceRef,
  filter: Omit<MilestoneFilter, 'places'> & { readonly includeAncestors: boolean },
  page: PageRequest,
): UseCaseResult<Page<MilestoneRow>> => {
  const place = placeFor(forge, principal, ref, 'read_milestone')
  if (E.isLeft(place)) return place
  const { includeAncestors, ...rest } = filter
  const places = includeAncestors ? placesFrom(forge, place.right) : [place.right]
  return E.right(forge.read.milestones.list({ ...rest, places }, page))
}
