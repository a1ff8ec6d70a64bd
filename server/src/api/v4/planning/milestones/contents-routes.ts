import { type Principal, visibilityScopeOf } from '@forgefold/core/access'
import { getMilestone, type MilestoneRow } from '@forgefold/core/domains/planning/milestone'
import type { PlaceKind } from '@forgefold/core/domains/projects/owner'
import * as E from 'fp-ts/lib/Either.js'
import { listedJson, pageRequest, paging, type Route, route } from '../../../../http/index.js'
import { arrayOf } from '../../shape.js'
import { presentIssues } from '../issues/presenter.js'
import { issueShape } from '../shape.js'
import { milestonePaths } from './paths.js'

/** What belongs to a milestone and the caller may see, newest first. */
export const contentsOf = (milestone: MilestoneRow, principal: Principal) =>
  ({
    visibleTo: visibilityScopeOf(principal),
    milestones: [milestone.id],
    orderBy: 'created_at',
    sort: 'desc',
  }) as const

/** The issues of the milestones of projects or of groups. */
export const milestoneIssueRoute = (kind: PlaceKind): Route => {
  const { area, one, params, refOf } = milestonePaths(kind)
  const shared = { method: 'GET', area, door: 'user', params: { ...params, ...paging } } as const

  return route({
    ...shared,
    path: `${one}/issues`,
    summary: `List the issues of a milestone of a ${kind}`,
    success: { status: 200, description: 'The issues', schemaFor: arrayOf(issueShape) },
    handler: async ({ forge, principal }, given) => {
      const found = await getMilestone(forge, principal, refOf(given))
      if (E.isLeft(found)) return found
      const page = pageRequest(given)
      const rows = forge.read.issues.list(contentsOf(found.right, principal), page)
      const view = { place: 'elsewhere', labelsDetails: false, visibleTo: principal } as const
      return listedJson(rows, page, await presentIssues(forge, rows.rows, view))
    },
  })
}
