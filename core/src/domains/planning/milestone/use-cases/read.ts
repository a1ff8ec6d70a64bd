import * as E from 'fp-ts/lib/Either.js'
import { visibilityScopeOf } from '../../../../access/index.js'
import type { VisibilityScope } from '../../../../access/visibility-scope.js'
import type { Lookup, Query, VisibleLookup } from '../../../../app/forge.js'
import { dayOf } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type IdFilter, isWord } from '../../../issuable/list-filter.js'
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

/** The milestones with exactly this title, wherever they are. */
export const milestonesTitled: Lookup<string, ReadonlyArray<number>> = (forge, title) =>
  forge.read.milestones.titled(title)

/** The former names of `None` and `Any`. */
const NO_MILESTONE = 'No Milestone'
const ANY_MILESTONE = 'Any Milestone'

/** A title, `None` (or `No Milestone`), `Any` (or `Any Milestone`), `#upcoming` or `#started` as a condition of lists; undefined where none is given. */
export const milestoneFilter: Lookup<string | undefined, IdFilter | undefined> = (forge, title) => {
  if (title === undefined || title === '') return undefined
  if (isWord(title, 'none') || title === NO_MILESTONE) return 'none'
  if (isWord(title, 'any') || title === ANY_MILESTONE) return 'any'
  const today = dayOf(forge.clock.now())
  if (title === '#upcoming') return forge.read.milestones.upcoming(today)
  if (title === '#started') return forge.read.milestones.started(today)
  return milestonesTitled(forge, title)
}
