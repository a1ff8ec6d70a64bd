import { ACCESS, isAdmin, VISIBILITIES } from '@forgefold/core/access'
import {
  GROUP_ORDERS,
  type GroupRow,
  type ListGroups,
  listGroups,
  listSubgroups,
} from '@forgefold/core/domains/projects/group'
import { groupStatistics } from '@forgefold/core/domains/projects/statistics'
import type { Rejection } from '@forgefold/core/kernel'
import type { Page } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  type Decoded,
  filter,
  integer,
  listed,
  listedText,
  listOf,
  oneOf,
  oneOfIntegers,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { addCustomAttributes, customAttributesFilter, withCustomAttributes } from '../../custom-attributes.js'
import { withField } from '../../fragments.js'
import { direction } from '../../list-params.js'
import { arrayOf } from '../../shape.js'
import { presentSizes } from '../projects/statistics.js'
import { presentGroup } from './presenter.js'
import { groupShape } from './shape.js'

const AREA = 'Groups'

const LEVELS = [ACCESS.minimal, ACCESS.guest, ACCESS.reporter, ACCESS.developer, ACCESS.maintainer, ACCESS.owner]

const params = {
  skip_groups: optional(listOf(integer()), 'Not these'),
  all_available: optional(boolean(), 'Also groups the caller has no role in'),
  search: optional(filter(string()), 'A part of name or path'),
  owned: withDefault(boolean(), false, 'Only groups of which the caller is owner'),
  min_access_level: optional(oneOfIntegers(LEVELS), 'Only groups where the caller has at least this role'),
  visibility: optional(oneOf(VISIBILITIES), 'Only groups of this visibility'),
  order_by: withDefault(oneOf(GROUP_ORDERS), 'name', 'What to sort by'),
  sort: direction('asc'),
  top_level_only: withDefault(boolean(), false, 'Only groups at the top'),
  statistics: withDefault(boolean(), false, 'With how much the projects in each take; for administrators'),
  with_custom_attributes: withCustomAttributes,
  custom_attributes: customAttributesFilter,
  ...paging,
}

type Given = Decoded<typeof params>

const listOfGiven = (given: Given, more: Partial<ListGroups['filter']> = {}): ListGroups => ({
  filter: {
    skip: given.skip_groups,
    search: given.search,
    owned: given.owned,
    minAccessLevel: given.min_access_level,
    visibility: given.visibility,
    customAttributes: given.custom_attributes,
    orderBy: given.order_by,
    sort: given.sort,
    topLevelOnly: given.top_level_only,
    ...more,
  },
  page: pageRequest(given),
})

/** A group with the requested further fields, as JSON text. */
const presentWith = async (context: Context, given: Given, group: GroupRow): Promise<string> => {
  const { forge, principal } = context
  const plain = JSON.stringify(presentGroup(group, forge.instance))
  const sizes = given.statistics ? await groupStatistics(forge, principal, group.id) : undefined
  const text = sizes === undefined ? plain : withField(plain, 'statistics', JSON.stringify(presentSizes(sizes)))
  return given.with_custom_attributes ? addCustomAttributes(context, 'group', group.id, text) : text
}

const answerList = async (context: Context, given: Given, found: E.Either<Rejection, Page<GroupRow>>) => {
  if (E.isLeft(found)) return found
  const page = pageRequest(given)
  if (!isAdmin(context.principal) || !(given.statistics || given.with_custom_attributes))
    return listed(found.right, page, (group) => presentGroup(group, context.forge.instance))
  const rows = await Promise.all(found.right.rows.map((group) => presentWith(context, given, group)))
  return listedText({ ...found.right, rows }, page, (text) => text)
}

const success = { status: 200, schemaFor: arrayOf(groupShape) }

const below = (path: string, summary: string, depth: 'children' | 'descendants'): Route =>
  route({
    method: 'GET',
    path: `/groups/:id/${path}`,
    area: AREA,
    summary,
    caller: 'anyone',
    params: { id: required(string(), 'Id or full path'), ...params },
    success,
    handler: (context, given) => {
      const list = { ...listOfGiven(given), group: given.id, depth }
      return answerList(context, given, listSubgroups(context.forge, context, list))
    },
  })

/** Lists of groups. */
export const groupListRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/groups',
    area: AREA,
    summary: 'List groups: own ones, all that can be seen, or public ones for the anonymous',
    caller: 'anyone',
    params,
    success,
    handler: (context, given) => {
      const all = given.all_available ?? isAdmin(context.principal)
      const membership = context.principal.kind === 'user' && !all
      const list = listOfGiven(given, { membership })
      return answerList(context, given, listGroups(context.forge, context, list))
    },
  }),
  below('subgroups', 'List the groups directly in a group', 'children'),
  below('descendant_groups', 'List the groups anywhere below a group', 'descendants'),
]
