import * as E from 'fp-ts/lib/Either.js'
import { visibilityScopeOf } from '../../../../access/index.js'
import type { VisibilityScope } from '../../../../access/visibility-scope.js'
import type { Lookup, Query, VisibleLookup } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import {
  type ResourceParentRef,
  resourceParentAndAncestors,
  resourceParentFor,
} from '../../../projects/resource-parent/access.js'
import { findMilestone, type MilestoneRef } from '../access.js'
import type { MilestoneFilter, MilestoneRow } from '../queries.js'

/** One milestone. Rejections: `NotFound` (Project, Group, Milestone). */
export const getMilestone: Query<MilestoneRef, MilestoneRow> = (forge, { principal }, ref) =>
  findMilestone(forge, principal, ref, 'read_milestone')

/** A condition of lists of issuables. */
interface MilestoneContents {
  readonly visibleTo: VisibilityScope
  readonly milestones: ReadonlyArray<number>
  readonly orderBy: 'created_at'
  readonly sort: 'desc'
}

/** The condition that restricts lists of issuables to those of a milestone that the caller may see, newest first. */
export const milestoneContents: VisibleLookup<MilestoneRow, MilestoneContents> = (_, { principal }, { id }) => ({
  visibleTo: visibilityScopeOf(principal),
  milestones: [id],
  orderBy: 'created_at',
  sort: 'desc',
})

/** Which milestones of a place a list contains. */
export interface ListMilestones extends Omit<MilestoneFilter, 'places'> {
  readonly place: ResourceParentRef
  /** Includes milestones of parent groups. */
  readonly includeAncestors: boolean
  readonly page: PageRequest
}

/** Milestones of a place. Rejections: `NotFound` (Project, Group). */
export const listMilestones: Query<ListMilestones, Page<MilestoneRow>> = (forge, { principal }, input) => {
  const { place: ref, includeAncestors, page, ...filter } = input
  const place = resourceParentFor(forge, principal, ref, 'read_milestone')
  if (E.isLeft(place)) return place
  const places = includeAncestors ? resourceParentAndAncestors(forge, place.right) : [place.right]
  return E.right(forge.read.milestones.list({ ...filter, places }, page))
}

/** A milestone by number. */
export const milestoneById: Lookup<number, MilestoneRow | undefined> = (forge, id) => forge.read.milestones.byId(id)
