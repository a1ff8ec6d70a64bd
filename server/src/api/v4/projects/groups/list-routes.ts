import { ACCESS, isAdmin, VISIBILITIES } from '@forgefold/core/access'
import {
  GROUP_ORDERS,
  type GroupRow,
  type ListGroups,
  listGroups,
  listSubgroups,
} from '@forgefold/core/domains/projects/group'
import { groupStatistics } from '@forgefold/core/domains/projects/upload'
import type { Rejection } from '@forgefold/core/kernel'
import type { Page } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  type Decoded,
  integer,
  listed,
  listedAsync,
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
  search: optional(string(), 'A part of name or path'),
  owned: withDefault(boolean(), false, 'Only groups of which the caller is owner'),
  min_access_level: optional(oneOfIntegers(LEVELS), 'Only groups where the caller has at least this role'),
  visibility: optional(oneOf(VISIBILITIES), 'Only groups of this visibility'),
  order_by: withDefault(oneOf(GROUP_ORDERS), 'name', 'What to sort by'),
  sort: direction('asc'),
  statistics: withDefault(boolean(), false, 'With how much the projects in each take; for administrators'),
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
    orderBy: given.order_by,
    sort: given.sort,
    ...more,
  },
  page: pageRequest(given),
})

const withStatistics =
  ({ forge, principal }: Context) =>
  async (group: GroupRow) => {
    const sizes = await groupStatistics(forge, principal, group.id)
    const shown = presentGroup(group, forge.instance)
    return sizes === undefined ? shown : { ...shown, statistics: presentSizes(sizes) }
  }

const answerList = (context: Context, given: Given, found: E.Either<Rejection, Page<GroupRow>>) => {
  if (E.isLeft(found)) return found
  const page = pageRequest(given)
  if (given.statistics && isAdmin(context.principal)) return listedAsync(found.right, page, withStatistics(context))
  return listed(found.right, page, (group) => presentGroup(group, context.forge.instance))
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
    params: { top_level_only: withDefault(boolean(), false, 'Only groups at the top'), ...params },
    success,
    handler: (context, given) => {
      const all = given.all_available ?? isAdmin(context.principal)
      const membership = context.principal.kind === 'user' && !all
      const list = listOfGiven(given, { topLevelOnly: given.top_level_only, membership })
      return answerList(context, given, listGroups(context.forge, context, list))
    },
  }),
  below('subgroups', 'List the groups directly in a group', 'children'),
  below('descendant_groups', 'List the groups anywhere below a group', 'descendants'),
]
