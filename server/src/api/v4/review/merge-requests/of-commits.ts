import { openRepository } from '@forgefold/core/domains/projects/repository'
import { listMergeRequests, mergeRequestsOfCommit } from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import { listedFragment, pageRequest, paging, type Route, route } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { AREA, COMMIT, commitId, sha } from '../../projects/repository/commit-path.js'
import { arrayOf } from '../../shape.js'
import { presentMergeRequestList } from './presenter/fragments.js'
import { listedMergeRequestShape } from './shape.js'

/** The merge requests of a commit (docs/reference/behaviour/review.md#merge-requests-of-a-commit). */
export const commitMergeRequestRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: `${COMMIT}/merge_requests`,
    area: AREA,
    summary: 'List the merge requests that brought a commit',
    caller: 'anyone',
    params: { id: projectId, sha, ...paging },
    success: { status: 200, description: 'The merge requests', schemaFor: arrayOf(listedMergeRequestShape) },
    handler: async ({ forge, principal }, params) => {
      const opened = await openRepository(forge, { principal }, params.id)
      if (E.isLeft(opened)) return opened
      const commit = await commitId(opened.right, params.sha)
      if (E.isLeft(commit)) return commit
      const ids = await mergeRequestsOfCommit(forge, { projectId: opened.right.project.id, commit: commit.right })
      const page = pageRequest(params)
      const filter = { ids, orderBy: 'created_at', sort: 'desc' } as const
      const rows = listMergeRequests(forge, { principal }, { filter, page })
      if (E.isLeft(rows)) return rows
      const view = { place: 'elsewhere', labelsDetails: false, simple: false } as const
      return listedFragment(rows.right, page, await presentMergeRequestList(forge, rows.right.rows, view))
    },
  }),
]
