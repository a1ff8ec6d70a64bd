import type { Forge } from '@forgefold/core/app'
import { closingMergeRequestsOf, getIssue } from '@forgefold/core/domains/planning/issue'
import { listMergeRequests } from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import { listedFragment, pageRequest, paging, type Route, route } from '../../../../http/index.js'
import { AREA, ONE, oneParams, refOf } from '../../planning/issues/params.js'
import { arrayOf } from '../../shape.js'
import { presentMergeRequestList } from './presenter/fragments.js'
import { listedMergeRequestShape } from './shape.js'

/** The merge requests of an issue that the caller may read. */
export const mergeRequestsOfIssue = (
  path: string,
  summary: string,
  idsOf: (forge: Forge, issueId: number) => ReadonlyArray<number>,
): Route =>
  route({
    method: 'GET',
    path: `${ONE}/${path}`,
    area: AREA,
    summary,
    caller: 'user',
    params: { ...oneParams, ...paging },
    success: { status: 200, description: 'The merge requests', schemaFor: arrayOf(listedMergeRequestShape) },
    handler: async ({ forge, principal }, params) => {
      const found = getIssue(forge, { principal }, refOf(params))
      if (E.isLeft(found)) return found
      const page = pageRequest(params)
      const filter = { ids: idsOf(forge, found.right.id), orderBy: 'created_at', sort: 'asc' } as const
      const rows = listMergeRequests(forge, { principal }, { filter, page })
      if (E.isLeft(rows)) return rows
      const view = { place: 'elsewhere', labelsDetails: false, simple: false } as const
      return listedFragment(rows.right, page, await presentMergeRequestList(forge, rows.right.rows, view))
    },
  })

/** The merge requests that close an issue. */
export const closedByRoutes: ReadonlyArray<Route> = [
  mergeRequestsOfIssue('closed_by', 'List the merge requests that close an issue when they are merged', (forge, id) =>
    closingMergeRequestsOf(forge, id),
  ),
]
