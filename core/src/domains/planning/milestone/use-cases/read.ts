import * as E from 'fp-ts/lib/Either.js'
import { type Principal, visibilityScopeOf } from '../../../../access/index.js'
import type { Forge, Lookup, Query } from '../../../../app/forge.js'
import { dayOf, notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type IdFilter, isWord } from '../../../issuable/list-filter.js'
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

/** A milestone by number. */
export const milestoneById: Lookup<number, MilestoneRow | undefined> = (forge, id) => forge.read.milestones.byId(id)

/** The milestones with exactly this title, wherever they are. */
export const milestonesTitled: Lookup<string, ReadonlyArray<number>> = (forge, title) =>
  forge.read.milestones.titled(title)

/** A title, `None`, `Any`, `#upcoming` or `#started` as a condition of lists; undefined where none is given. */
export const milestoneFilter: Lookup<string | undefined, IdFilter | undefined> = (forge, title) => {
  if (title === undefined || title === '') return undefined
  if (isWord(title, 'none')) return 'none'
  if (isWord(title, 'any')) return 'any'
  const today = dayOf(forge.clock.now())
  if (title === '#upcoming') return forge.read.milestones.upcoming(today)
  if (title === '#started') return forge.read.milestones.started(today)
  return milestonesTitled(forge, title)
}
