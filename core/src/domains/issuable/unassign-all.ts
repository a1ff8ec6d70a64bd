import * as E from 'fp-ts/lib/Either.js'
import { UNRESTRICTED } from '../../access/visibility-scope.js'
import type { Rejection } from '../../kernel/index.js'
import type { Page, PageRequest } from '../../ports/read-model.js'
import type { IssuableFilter } from './issuable-filter.js'

/** The assignments of a user in a project, or in a group and its subgroups. */
export interface AssignmentsIn {
  readonly source: 'group' | 'project'
  readonly id: number
  readonly userId: number
}

/** A type that users are assigned to. */
export interface Assignable<Row> {
  readonly list: (filter: IssuableFilter, page: PageRequest) => Page<Row>
  readonly assigneesOf: (row: Row) => ReadonlyArray<number>
  readonly assign: (row: Row, assigneeIds: ReadonlyArray<number>) => Promise<E.Either<Rejection, unknown>>
}

const everyPage = <Row>(list: (page: PageRequest) => Page<Row>): ReadonlyArray<Row> => {
  const all: Array<Row> = []
  for (let page = 1; ; page++) {
    const { rows } = list({ page, perPage: 100 })
    all.push(...rows)
    if (rows.length < 100) return all
  }
}

/** Removes a user from the assignees of everything in a project or group; what is deleted meanwhile is skipped. */
export const unassignAll = async <Row>(
  { source, id, userId }: AssignmentsIn,
  { list, assigneesOf, assign }: Assignable<Row>,
): Promise<E.Either<Rejection, void>> => {
  const place = source === 'group' ? { groupId: id } : { projectId: id }
  const filter: IssuableFilter = { ...place, visibleTo: UNRESTRICTED, assignees: [userId], sort: 'asc' }
  for (const row of everyPage((page) => list(filter, page))) {
    const others = assigneesOf(row).filter((one) => one !== userId)
    const done = await assign(row, others)
    if (E.isLeft(done) && done.left.kind !== 'RecordNotFound') return done
  }
  return E.right(undefined)
}
