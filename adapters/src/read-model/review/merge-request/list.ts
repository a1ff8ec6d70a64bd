import type { ListedMergeRequest, MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import type { Page, PageRequest } from '@forgefold/core/ports'
import type { Condition, ListQuery, Lists, Statements } from '../../engine/paging.js'
import { mergeRequestConditions } from './conditions.js'
import { chooseDrivingIndex, type DrivingIndex } from './driving-index.js'
import type { Scope } from './visible.js'

/** Ids follow the order of creation; a bound on the time of creation is looked up in its own index. */
const orderOf = (filter: MergeRequestFilter, driving: DrivingIndex | undefined): string => {
  const way = filter.sort === 'asc' ? 'ASC' : 'DESC'
  if (filter.orderBy === 'updated_at') return `m.updated_at ${way}, m.id ${way}`
  if (filter.orderBy === 'title') return `m.title COLLATE NOCASE ${way}, m.id ${way}`
  if (driving !== undefined) return `${driving.order ?? 'm.id'} ${way}`
  const bounded = filter.createdAfter !== undefined || filter.createdBefore !== undefined
  return bounded ? `m.created_at ${way}, m.id ${way}` : `m.id ${way}`
}

const queryOf = (statements: Statements, scope: Scope, filter: MergeRequestFilter): ListQuery => {
  const driving = chooseDrivingIndex(statements, filter)
  const conditions = (dense: boolean): ReadonlyArray<Condition> => {
    const where = mergeRequestConditions(filter, scope, dense)
    return driving === undefined ? where : [driving.where, ...where]
  }
  // Within one project every index but one is in the order of creation.
  const isInOrder = filter.orderBy === 'created_at' && (filter.updatedAfter ?? filter.updatedBefore) === undefined
  const hasChoice = driving === undefined && !(filter.projectId !== undefined && isInOrder)
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
