import type { Forge } from '@forgefold/core/app'
import { getIssue, issueAccessOf } from '@forgefold/core/domains/planning/issue'
import * as E from 'fp-ts/lib/Either.js'
import { listedFragment, ok, pageRequest, paging, type Route, route } from '../../../../http/index.js'
import { userCardShape } from '../../identity/users/shape.js'
import { userSummary } from '../../identity/users/user-summary.js'
import { onlookerOf } from '../../onlooker.js'
import { presentMergeRequestList } from '../../review/merge-requests/presenter/fragments.js'
import { listedMergeRequestShape } from '../../review/merge-requests/shape.js'
import { arrayOf } from '../../shape.js'
import { wholeIssueShape } from '../shape.js'
import { AREA, answerIssue, ONE, oneParams, refOf } from './params.js'

const read = route({
  method: 'GET',
  path: ONE,
  area: AREA,
  summary: 'Read one issue',
  door: 'user',
  params: oneParams,
  success: { status: 200, description: 'The issue', schemaFor: wholeIssueShape },
  handler: async (context, params) =>
    answerIssue(context, await getIssue(context.forge, context.principal, refOf(params))),
})

/** Merge requests beside an issue, of those that the caller may read. */
const mergeRequestsBeside = (
  path: string,
  summary: string,
  idsOf: (forge: Forge, issueId: number) => ReadonlyArray<number>,
): Route =>
  route({
    method: 'GET',
    path: `${ONE}/${path}`,
    area: AREA,
    summary,
    door: 'user',
    params: { ...oneParams, ...paging },
    success: { status: 200, description: 'The merge requests', schemaFor: arrayOf(listedMergeRequestShape) },
    handler: async ({ forge, principal }, params) => {
      const found = await getIssue(forge, principal, refOf(params))
      if (E.isLeft(found)) return found
      const page = pageRequest(params)
      const ids = idsOf(forge, found.right.id)
      const order = { orderBy: 'created_at', sort: 'asc' } as const
      const rows = forge.read.mergeRequests.list({ onlooker: onlookerOf(principal), ids, ...order }, page)
      const view = { place: 'elsewhere', labelsDetails: false, simple: false } as const
      return listedFragment(rows, page, await presentMergeRequestList(forge, rows.rows, view))
    },
  })

const closedBy = mergeRequestsBeside(
  'closed_by',
  'List the merge requests that close an issue when they are merged',
  (forge, id) => forge.read.issues.closers(id),
)

const related = mergeRequestsBeside(
  'related_merge_requests',
  'List the merge requests that speak of an issue or close it',
  (forge, id) => [
    ...new Set([...forge.read.issues.closers(id), ...forge.read.activity.mentioning('Issue', id, 'MergeRequest')]),
  ],
)

const participants = route({
  method: 'GET',
  path: `${ONE}/participants`,
  area: AREA,
  summary: 'List those who take part in an issue',
  door: 'user',
  params: oneParams,
  success: { status: 200, description: 'The users', schemaFor: arrayOf(userCardShape) },
  handler: async ({ forge, principal }, params) => {
    const found = await getIssue(forge, principal, refOf(params))
    if (E.isLeft(found)) return found
    const row = found.right
    const takers = forge.read.issues.participants(row.id)
    const ids = takers.filter((id) => issueAccessOf(forge, id, row) !== undefined)
    return ok(ids.map((id) => userSummary(forge, id)))
  },
})

/** Reading one issue and what belongs to it. */
export const issueReadRoutes: ReadonlyArray<Route> = [read, closedBy, related, participants]
