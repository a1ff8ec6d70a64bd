import { listMilestoneIssues } from '@forgefold/core/domains/planning/issue'
import type { OwnerKind } from '@forgefold/core/domains/projects/owner'
import * as E from 'fp-ts/lib/Either.js'
import { listedJson, pageRequest, paging, type Route, route } from '../../../../http/index.js'
import { arrayOf } from '../../shape.js'
import { presentIssues } from '../issues/presenter.js'
import { issueShape } from '../issues/shape.js'
import { milestonePaths } from './paths.js'

/** The issues of the milestones of projects or of groups. */
export const milestoneIssueRoute = (kind: OwnerKind): Route => {
  const { area, one, params, refOf } = milestonePaths(kind)
  const shared = { method: 'GET', area, door: 'user', params: { ...params, ...paging } } as const

  return route({
    ...shared,
    path: `${one}/issues`,
    summary: `List the issues of a milestone of a ${kind}`,
    success: { status: 200, description: 'The issues', schemaFor: arrayOf(issueShape) },
    handler: async ({ forge, principal }, given) => {
      const page = pageRequest(given)
      const found = listMilestoneIssues(forge, { principal }, { milestone: refOf(given), page })
      if (E.isLeft(found)) return found
      const view = { place: 'elsewhere', labelsDetails: false, visibleTo: principal } as const
      return listedJson(found.right, page, await presentIssues(forge, found.right.rows, view))
    },
  })
}
