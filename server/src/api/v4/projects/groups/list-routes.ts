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
  answer,
  boolean,
  type Context,
  type Decoded,
  filter,
  integer,
  keysetUnsupported,
  linkToNext,
  listedText,
  listOf,
  offsetExceeded,
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

/** A group with the further fields that an administrator requests, as JSON text. */
const presentWith = async (context: Context, given: Given, group: GroupRow): Promise<string> => {
  const { forge, principal } = context
  const plain = JSON.stringify(presentGroup(group, forge.instance))
  if (!isAdmin(principal)) return plain
  const sizes = given.statistics ? await groupStatistics(forge, principal, group.id) : undefined
  const text = sizes === undefined ? plain : withField(plain, 'statistics', JSON.stringify(presentSizes(sizes)))
  return given.with_custom_attributes ? addCustomAttributes(context, 'group', group.id, text) : text
}

/** The groups as JSON text, for administrators with what they request beside. */
const textsOf = (context: Context, given: Given, groups: ReadonlyArray<GroupRow>): Promise<ReadonlyArray<string>> =>
  Promise.all(groups.map((group) => presentWith(context, given, group)))

const answerList = async (context: Context, given: Given, found: E.Either<Rejection, Page<GroupRow>>) => {
  if (E.isLeft(found)) return found
  const rows = await textsOf(context, given, found.right.rows)
  return listedText({ ...found.right, rows }, pageRequest(given), (text) => text)
}

const cursorAfter = ({ id, name }: GroupRow): string => Buffer.from(`${id} ${name}`).toString('base64url')

const AFTER = /^(?<id>\d{1,15}) (?<name>.+)$/su

/** The group after which a page begins; undefined for a text that is no cursor. */
const readCursor = (cursor: string): { readonly id: number; readonly name: string } | undefined => {
  const { id, name } = AFTER.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {}
  return id === undefined || name === undefined ? undefined : { id: Number(id), name }
}

/** Keyset pagination by name: the next page begins after the last group. */
const listByName = async (context: Context, given: Given, cursor: string | undefined, list: ListGroups) => {
  const after = cursor ? readCursor(cursor) : undefined
  if (cursor && after === undefined) return E.left({ kind: 'BadParameters', error: 'cursor is invalid' } as const)
  const { perPage } = list.page
  const filter = { ...list.filter, after }
  const found = listGroups(context.forge, context, { filter, page: { page: 1, perPage: perPage + 1 } })
  if (E.isLeft(found)) return found
  const shown = found.right.rows.slice(0, perPage)
  const last = found.right.rows.length > perPage ? shown.at(-1) : undefined
  const headers = last === undefined ? [] : [linkToNext(context, { cursor: cursorAfter(last) })]
  const texts = await textsOf(context, given, shown)
  return answer({ status: 200, ready: `[${texts.join(',')}]`, headers })
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
    params: {
      ...params,
      pagination: optional(string(), '`keyset` pages by name; every other word by number'),
      cursor: optional(string(), 'With `keyset`: where the page begins; the `next` link has it'),
    },
    success,
    handler: (context, given) => {
      const { principal } = context
      const all = given.all_available ?? isAdmin(principal)
      const list = listOfGiven(given, { membership: principal.kind === 'user' && !all })
      const isKeyset = given.pagination === 'keyset'
      if (isKeyset && given.order_by === 'name' && given.sort === 'asc')
        return listByName(context, given, given.cursor, list)
      const refused = isKeyset ? keysetUnsupported : offsetExceeded(list.page, 'Group')
      if (principal.kind === 'anonymous' && refused !== undefined) return refused
      return answerList(context, given, listGroups(context.forge, context, list))
    },
  }),
  below('subgroups', 'List the groups directly in a group', 'children'),
  below('descendant_groups', 'List the groups anywhere below a group', 'descendants'),
]
