import { countIssues, type IssueCounts, type ListIssues } from '@forgefold/core/domains/planning/issue'
import {
  type Answer,
  type Context,
  type Decoded,
  type ParamSpecs,
  type Route,
  respond,
  route,
} from '../../../../http/index.js'
import { groupId, projectId, signedInOf } from '../../path-ids.js'
import { integer, record } from '../../shape.js'
import { filterOf } from './issue-filter.js'
import { EXCLUSIVE, globalParams, groupParams, projectParams } from './list-params.js'
import { AREA } from './params.js'

/** The parameters of a list without order, pages and state. */
const counting = <P extends typeof projectParams>(params: P) => {
  const { state, order_by, sort, with_labels_details, page, per_page, ...rest } = params
  return rest
}

type Counting = Decoded<ReturnType<typeof counting<typeof projectParams>>>

const unsorted = { state: 'all', order_by: 'created_at', sort: 'desc', with_labels_details: false } as const

const present = ({ opened, closed }: IssueCounts) => ({
  statistics: { counts: { all: opened + closed, closed, opened } },
})

const answerCounts = (
  { forge, principal, ...context }: Context,
  given: Counting & { readonly non_archived?: boolean },
  place: Pick<ListIssues, 'project' | 'group'>,
): Answer => {
  const { userId } = signedInOf({ forge, principal, ...context })
  const { state: _, ...filter } = filterOf(forge, userId, {
    ...given,
    ...unsorted,
    page: undefined,
    per_page: undefined,
  })
  return respond(present)(countIssues(forge, { principal }, { ...filter, ...place }))
}

const counts = record('IssueCounts', { all: integer, closed: integer, opened: integer })
const schemaFor = record('IssuesStatistics', { statistics: record('IssueStatistics', { counts }) })

const shared = {
  method: 'GET',
  area: AREA,
  caller: 'user',
  exclusive: EXCLUSIVE,
  success: { status: 200, description: 'How many there are', schemaFor },
} as const

/** The number of issues in a list (docs/reference/behaviour/planning.md#counts-of-issues). */
export const issueStatisticsRoutes: ReadonlyArray<Route> = [
  route({
    ...shared,
    path: '/issues_statistics',
    summary: 'Count issues of every project that the caller may read',
    params: counting(globalParams) satisfies ParamSpecs,
    handler: (context, given) => answerCounts(context, given, {}),
  }),
  route({
    ...shared,
    path: '/projects/:id/issues_statistics',
    summary: 'Count the issues of a project',
    params: { id: projectId, ...counting(projectParams) },
    handler: (context, given) => answerCounts(context, given, { project: given.id }),
  }),
  route({
    ...shared,
    path: '/groups/:id/issues_statistics',
    summary: 'Count the issues of a group and of the groups below it',
    params: { id: groupId, ...counting(groupParams) },
    handler: (context, given) => answerCounts(context, given, { group: given.id }),
  }),
]
