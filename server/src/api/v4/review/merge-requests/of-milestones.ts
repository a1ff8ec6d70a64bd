import { getMilestone, milestoneContents } from '@forgefold/core/domains/planning/milestone'
import type { ResourceParentKind } from '@forgefold/core/domains/projects/resource-parent'
import { listMergeRequests } from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import { listedFragment, pageRequest, paging, type Route, route } from '../../../../http/index.js'
import { milestonePaths } from '../../planning/milestones/paths.js'
import { arrayOf } from '../../shape.js'
import { presentMergeRequestList } from './presenter/fragments.js'
import { listedMergeRequestShape } from './shape.js'

const routeOf = (kind: ResourceParentKind): Route => {
  const { area, one, params, refOf } = milestonePaths(kind)
  return route({
    method: 'GET',
    path: `${one}/merge_requests`,
    area,
    summary: `List the merge requests of a milestone of a ${kind}`,
    caller: 'user',
    params: { ...params, ...paging },
    success: { status: 200, description: 'The merge requests', schemaFor: arrayOf(listedMergeRequestShape) },
    handler: async ({ forge, principal }, given) => {
      const found = getMilestone(forge, { principal }, refOf(given))
      if (E.isLeft(found)) return found
      const page = pageRequest(given)
      const filter = milestoneContents(forge, { principal }, found.right)
      const rows = listMergeRequests(forge, { principal }, { filter, page })
      if (E.isLeft(rows)) return rows
      const view = { place: 'elsewhere', labelsDetails: false, simple: false } as const
      return listedFragment(rows.right, page, await presentMergeRequestList(forge, rows.right.rows, view))
    },
  })
}

/** The merge requests of milestones of projects and groups. */
export const milestoneMergeRequestRoutes: ReadonlyArray<Route> = [routeOf('project'), routeOf('group')]
