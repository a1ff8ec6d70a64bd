import { openRepository } from '@forgefold/core/domains/projects/repository'
import * as E from 'fp-ts/lib/Either.js'
import { boolean, optional, type Route, route } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { download } from './blob-content.js'

/** No project has this id, and a missing repository reads like an empty one: wikis have no pages. */
const WIKI = 0

const snapshot = route({
  method: 'GET',
  path: '/projects/:id/snapshot',
  area: 'Repositories',
  summary: 'Download the git repository of a project',
  caller: 'admin',
  params: { id: projectId, wiki: optional(boolean(), 'The repository of its wiki instead; it is empty') },
  success: { status: 200, description: 'The files of the repository, as tar', mediaType: 'application/x-tar' },
  handler: async ({ forge, principal, request }, { id, wiki }) => {
    const opened = await openRepository(forge, { principal }, id)
    if (E.isLeft(opened)) return opened
    const git = wiki === true ? forge.git.of(WIKI) : opened.right.git
    return download('application/x-tar', 'snapshot.tar', git.snapshot(request.signal))
  },
})

/** The repository as one archive, for administrators of the instance. */
export const snapshotRoutes: ReadonlyArray<Route> = [snapshot]
