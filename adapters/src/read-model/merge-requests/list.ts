import type { ListedMergeRequest, MergeRequestFilter } from '@forgefold/core/domains/merge-request'
import type { Page, PageRequest } from '@forgefold/core/ports'
import type { Lists } from '../paging.js'
import { mergeRequestConditions } from './conditions.js'

/** A side table to walk along, newest request first, because few rows carry its key. */
interface Walk {
  readonly table: string
  readonly column: string
  readonly value: number | string
}

const single = (who: MergeRequestFilter['assignees']): number | undefined =>
  Array.isArray(who) && who.length > 0 ? who[0] : undefined

/** The walk that fits the filter, where it sorts by creation; else the planner finds the way. */
const walkOf = (filter: MergeRequestFilter): Walk | undefined => {
  if (filter.orderBy !== 'created_at' || filter.ids !== undefined || filter.iids !== undefined) return undefined
  const people = [
    ['assignees', single(filter.assignees)],
    ['reviewers', single(filter.reviewers)],
    ['approvals', single(filter.approvedBy)],
    ['approvers', single(filter.approvers)],
  ] as const
  for (const [name, value] of people)
    if (value !== undefined) return { table: `merge_request_${name}`, column: 'user_id', value }
  const labels = Array.isArray(filter.labels) ? filter.labels.find((ids) => ids.length === 1) : undefined
  const label = labels?.[0] as number | undefined
  return label === undefined ? undefined : { table: 'merge_request_labels', column: 'label_id', value: label }
}

/** Ids follow the order of creation; a bound on the time of creation is looked up in its own index. */
const orderOf = (filter: MergeRequestFilter, walks: boolean): string => {
  const way = filter.sort === 'asc' ? 'ASC' : 'DESC'
  if (walks) return `w.merge_request_id ${way}`
  if (filter.orderBy === 'updated_at') return `m.updated_at ${way}, m.id ${way}`
  if (filter.orderBy === 'title') return `m.title COLLATE NOCASE ${way}, m.id ${way}`
  const bounded = filter.createdAfter !== undefined || filter.createdBefore !== undefined
  return bounded ? `m.created_at ${way}, m.id ${way}` : `m.id ${way}`
}

/** One page of a list: ids with their editions, in two statements at most. */
export const listRequests = (lists: Lists, filter: MergeRequestFilter, page: PageRequest): Page<ListedMergeRequest> => {
  const walk = walkOf(filter)
  const where = mergeRequestConditions(filter)
  return lists.page<ListedMergeRequest>(
    {
      select: 'm.id, m.edition',
      // CROSS JOIN keeps the order of the tables: walk first, look up then.
      from:
        walk === undefined
          ? 'merge_requests m'
          : `${walk.table} w CROSS JOIN merge_requests m ON m.id = w.merge_request_id`,
      where: walk === undefined ? where : [{ sql: `w.${walk.column} = ?`, values: [walk.value] }, ...where],
      orderBy: orderOf(filter, walk !== undefined),
    },
    page,
  )
}
