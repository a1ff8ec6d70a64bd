import type { ListedMergeRequest, MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import type { Page, PageRequest } from '@forgefold/core/ports'
import type { Condition, ListQuery, Lists, Statements } from '../../engine/paging.js'
import { orderBy, orderKeysOf } from '../../issuable/order-keys.js'
import { mergeRequestConditions } from './conditions.js'
import { chooseDrivingIndex, type DrivingIndex } from './driving-index.js'
import type { Scope } from './visible.js'

const ORDERS: Readonly<Record<MergeRequestFilter['orderBy'], ReadonlyArray<string>>> = orderKeysOf({
  alias: 'm',
  labels: 'merge_request_labels',
  key: 'merge_request_id',
})

/** The orders that have indexes. */
const INDEXED: ReadonlySet<MergeRequestFilter['orderBy']> = new Set(['created_at', 'updated_at', 'title'])

/** Ids follow the order of creation; a bound on the time of creation is looked up in its own index. */
const orderOf = (filter: MergeRequestFilter, driving: DrivingIndex | undefined): string => {
  const { orderBy: order, sort } = filter
  const way = sort === 'asc' ? 'ASC' : 'DESC'
  const bounded = filter.createdAfter !== undefined || filter.createdBefore !== undefined
  if (order !== 'created_at' || (driving === undefined && bounded))
    return orderBy(order, ORDERS[order], { alias: 'm', sort })
  return `${driving?.order ?? 'm.id'} ${way}`
}

const queryOf = (statements: Statements, scope: Scope, filter: MergeRequestFilter): ListQuery => {
  const driving = chooseDrivingIndex(statements, filter)
  const conditions = (dense: boolean): ReadonlyArray<Condition> => {
    const where = mergeRequestConditions(filter, scope, dense)
    return driving === undefined ? where : [driving.where, ...where]
  }
  // Within one project every index but one is in the order of creation.
  const isInOrder = filter.orderBy === 'created_at' && (filter.updatedAfter ?? filter.updatedBefore) === undefined
  const hasChoice =
    driving === undefined && INDEXED.has(filter.orderBy) && !(filter.projectId !== undefined && isInOrder)
  return {
    select: 'm.id, m.edition',
    from: driving?.from ?? 'merge_requests m',
    where: conditions(false),
    whereMany: hasChoice ? conditions(true) : undefined,
    orderBy: orderOf(filter, driving),
  }
}

/** One page of a list: ids with their editions, in two statements and one for each index that could be walked. */
export const listMergeRequests = (
  lists: Lists,
  statements: Statements,
  scope: Scope,
  filter: MergeRequestFilter,
  page: PageRequest,
): Page<ListedMergeRequest> =>
  lists.keptPage<ListedMergeRequest, ListedMergeRequest>(
    filter,
    page,
    () => queryOf(statements, scope, filter),
    (rows) => rows,
  )
