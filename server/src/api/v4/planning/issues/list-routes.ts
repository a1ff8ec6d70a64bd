import { type ListIssues, listIssues } from '@forgefold/core/domains/planning/issue'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, type Context, listedJson, pageRequest, type Route, route } from '../../../../http/index.js'
import { groupId, projectId, signedInOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { filterOf, type ListParams } from './issue-filter.js'
import { EXCLUSIVE, globalParams, groupParams, projectParams } from './list-params.js'
import { AREA, LIST } from './params.js'
import { presentIssues } from './presenter.js'
import { issueShape } from './shape.js'

const answerList = async (
  context: Context,
  given: ListParams,
  where: Pick<ListIssues, 'project' | 'group'>,
): Promise<Answer> => {
  const { forge, principal } = context
  const page = pageRequest(given)
  const filter = filterOf(forge, signedInOf(context).userId, given)
  const found = listIssues(forge, context, { ...filter, ...where, page })
  if (E.isLeft(found)) return found
  const view = {
    place: where.project === undefined ? 'elsewhere' : 'project',
    labelsDetails: given.with_labels_details,
    visibleTo: principal,
  } as const
  return listedJson(found.right, page, await presentIssues(forge, found.right.rows, view))
}

const success = { status: 200, description: 'The issues', schemaFor: arrayOf(issueShape) }
const shared = { method: 'GET', area: AREA, caller: 'user', exclusive: EXCLUSIVE, success } as const

const global = route({
  ...shared,
  path: '/issues',
  summary: 'List issues of every project that the caller may read',
  params: globalParams,
  handler: (context, given) => answerList(context, given, {}),
})

const ofProject = route({
  ...shared,
  path: LIST,
  summary: 'List the issues of a project',
  params: { id: projectId, ...projectParams },
  handler: (context, given) => answerList(context, given, { project: given.id }),
})

const ofGroup = route({
  ...shared,
  path: '/groups/:id/issues',
  summary: 'List the issues of a group and of the groups below it',
  params: { id: groupId, ...groupParams },
  handler: (context, given) => answerList(context, given, { group: given.id }),
})

/** Lists of issues: of the instance, of a project, of a group. */
export const issueListRoutes: ReadonlyArray<Route> = [global, ofProject, ofGroup]
