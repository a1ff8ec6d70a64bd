import { ACCESS, isAdmin, type Principal, VISIBILITIES } from '@forgefold/core/access'
import { type ListProjects, PROJECT_ORDERS, SIZE_ORDERS } from '@forgefold/core/domains/projects/project'
import type { Refinement } from '@forgefold/core/domains/projects/project-list'
import {
  boolean,
  type Decoded,
  datetime,
  filter,
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
import { customAttributesFilter, withCustomAttributes } from '../../custom-attributes.js'
import { direction } from '../../list-params.js'
import { statistics } from './statistics.js'

const PREMIUM = { tier: 'premium' } as const
const ULTIMATE = { tier: 'ultimate' } as const

const LEVELS = [ACCESS.guest, ACCESS.reporter, ACCESS.developer, ACCESS.maintainer, ACCESS.owner]

export const filters = {
  archived: optional(boolean(), 'Only archived ones, or only others'),
  visibility: optional(oneOf(VISIBILITIES), 'Only of this visibility'),
  search: optional(filter(string()), 'A part of name, path or description'),
  simple: withDefault(boolean(), false, 'The short shape'),
  owned: withDefault(boolean(), false, 'Only those of which the caller is owner'),
  starred: withDefault(boolean(), false, 'Only those the caller has starred'),
  min_access_level: optional(oneOfIntegers(LEVELS), 'Only where the caller has at least this role'),
  with_issues_enabled: withDefault(boolean(), false, 'Only with issues'),
  with_merge_requests_enabled: withDefault(boolean(), false, 'Only with merge requests'),
  order_by: withDefault(
    oneOf([...PROJECT_ORDERS, 'similarity', ...SIZE_ORDERS]),
    'created_at',
    'What to sort by: `similarity` together with `search`, among the projects in which the caller has a role; sizes for administrators',
  ),
  sort: direction('desc'),
  topic: optional(listOf(string()), 'Only with all of these topics'),
  topic_id: optional(integer(), 'Only with the topic of this number'),
  with_programming_language: optional(filter(string()), 'Only with files in this language on the default branch'),
  statistics,
  membership: withDefault(boolean(), false, 'Only where the caller has a role'),
  search_namespaces: withDefault(boolean(), false, 'Search in namespaces too'),
  last_activity_after: optional(datetime(), 'Active at or after this moment'),
  last_activity_before: optional(datetime(), 'Active at or before this moment'),
  id_after: optional(integer(), 'With a higher id'),
  id_before: optional(integer(), 'With a lower id'),
  imported: withDefault(boolean(), false, 'Only imported ones: there are none'),
  repository_checksum_failed: withDefault(
    boolean(),
    false,
    'Only with a damaged repository: none are checked',
    PREMIUM,
  ),
  wiki_checksum_failed: withDefault(boolean(), false, 'Only with a damaged wiki: none are checked', PREMIUM),
  with_security_reports: withDefault(boolean(), false, 'Only with reports of scanners: there are none', ULTIMATE),
  include_hidden: withDefault(boolean(), false, 'Also hidden ones: there are none', PREMIUM),
  include_pending_delete: withDefault(
    boolean(),
    false,
    'Also those about to be deleted, for administrators: all are shown',
  ),
  repository_storage: optional(
    filter(string()),
    'Only those kept there, for administrators; the one storage is `default`',
  ),
  with_custom_attributes: withCustomAttributes,
  custom_attributes: customAttributesFilter,
  ...paging,
}

/** Filters for imports, checks and scans, which the instance does not have: they match no project. */
const OF_NONE = ['imported', 'repository_checksum_failed', 'wiki_checksum_failed', 'with_security_reports'] as const

export type Filters = Decoded<typeof filters>

export type ProjectFilter = ListProjects['filter']

const filterOf = (given: Filters): ProjectFilter => ({
  archived: given.archived,
  visibility: given.visibility,
  search: given.search,
  owned: given.owned,
  minAccessLevel: given.min_access_level,
  withIssuesEnabled: given.with_issues_enabled,
  withMergeRequestsEnabled: given.with_merge_requests_enabled,
  topics: given.topic,
  topicId: given.topic_id,
  membership: given.membership || isByFit(given),
  searchNamespaces: given.search_namespaces,
  lastActivityAfter: given.last_activity_after,
  lastActivityBefore: given.last_activity_before,
  idAfter: given.id_after,
  idBefore: given.id_before,
  none: OF_NONE.some((name) => given[name]),
  storage: given.repository_storage,
  customAttributes: given.custom_attributes,
  orderBy: PROJECT_ORDERS.find((order) => order === given.order_by) ?? 'created_at',
  sort: given.sort,
})

/** Whether projects are sorted by similarity to the search. */
const isByFit = ({ order_by: order, search = '' }: Filters): boolean => order === 'similarity' && search !== ''

/**
 * The conditions that the read model cannot evaluate; a caller who may not sort by size, or sorts by similarity without a search, gets the
 * order of creation.
 */
export const refinementOf = (principal: Principal, given: Filters): Refinement => {
  const isSize = SIZE_ORDERS.some((order) => order === given.order_by)
  const isRefined = isSize ? isAdmin(principal) : isByFit(given)
  const { with_programming_language: language, sort, search } = given
  return { language, orderBy: isRefined ? given.order_by : 'created_at', sort, search }
}

export const listOfGiven = (given: Filters, more: Partial<ProjectFilter> = {}): ListProjects => ({
  filter: { ...filterOf(given), ...more },
  starred: given.starred,
  page: pageRequest(given),
})
