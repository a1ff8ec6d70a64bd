import { ACCESS, VISIBILITIES } from '@forgefold/core/access'
import { type ListProjects, PROJECT_ORDERS } from '@forgefold/core/domains/projects/project'
import {
  boolean,
  type Decoded,
  datetime,
  integer,
  listOf,
  oneOf,
  oneOfIntegers,
  optional,
  pageRequest,
  paging,
  string,
  withDefault,
} from '../../../../http/index.js'
import { direction } from '../../list-params.js'
import { statistics } from './statistics.js'

const LEVELS = [ACCESS.guest, ACCESS.reporter, ACCESS.developer, ACCESS.maintainer, ACCESS.owner]

export const filters = {
  archived: optional(boolean(), 'Only archived ones, or only others'),
  visibility: optional(oneOf(VISIBILITIES), 'Only of this visibility'),
  search: optional(string(), 'A part of name, path or description'),
  simple: withDefault(boolean(), false, 'The short shape'),
  owned: withDefault(boolean(), false, 'Only those of which the caller is owner'),
  starred: withDefault(boolean(), false, 'Only those the caller has starred'),
  min_access_level: optional(oneOfIntegers(LEVELS), 'Only where the caller has at least this role'),
  with_issues_enabled: withDefault(boolean(), false, 'Only with issues'),
  with_merge_requests_enabled: withDefault(boolean(), false, 'Only with merge requests'),
  order_by: withDefault(oneOf(PROJECT_ORDERS), 'created_at', 'What to sort by'),
  sort: direction('desc'),
  topic: optional(listOf(string()), 'Only with all of these topics'),
  ...paging,
}

export const wholeFilters = {
  ...filters,
  statistics,
  membership: withDefault(boolean(), false, 'Only where the caller has a role'),
  search_namespaces: withDefault(boolean(), false, 'Search in namespaces too'),
  last_activity_after: optional(datetime(), 'Active at or after this moment'),
  last_activity_before: optional(datetime(), 'Active at or before this moment'),
  id_after: optional(integer(), 'With a higher id'),
  id_before: optional(integer(), 'With a lower id'),
  pagination: withDefault(oneOf(['legacy', 'keyset']), 'legacy', 'How to page'),
}

export type Filters = Decoded<typeof filters>

export type ProjectFilter = ListProjects['filter']

export const filterOf = (given: Filters): ProjectFilter => ({
  archived: given.archived,
  visibility: given.visibility,
  search: given.search,
  owned: given.owned,
  minAccessLevel: given.min_access_level,
  withIssuesEnabled: given.with_issues_enabled,
  withMergeRequestsEnabled: given.with_merge_requests_enabled,
  topics: given.topic,
  orderBy: given.order_by,
  sort: given.sort,
})

export const listOfGiven = (given: Filters, more: Partial<ProjectFilter> = {}): ListProjects => ({
  filter: { ...filterOf(given), ...more },
  starred: given.starred,
  page: pageRequest(given),
})
