import { commitFiles } from '@forgefold/core/domains/projects/repository'
import { badParameters, refuse } from '@forgefold/core/kernel'
import { readObjectId } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { optional, type Route, required, route, string } from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { answerNewCommit } from './commits.js'
import { wholeCommitShape } from './shape.js'

const update = route({
  method: 'PUT',
  path: '/projects/:id/repository/submodules/:submodule',
  area: 'Submodules',
  summary: 'Set the commit of a submodule',
  caller: 'anyone',
  params: {
    id: projectId,
    submodule: required(string(), 'The URL-encoded path of the submodule'),
    branch: required(string(), 'The branch that gets the new commit', { refusesBlank: true }),
    commit_sha: required(string(), 'The commit in the repository of the submodule: a full id'),
    commit_message: optional(string(), 'The message; default: which submodule got which commit'),
  },
  success: { status: 200, description: 'The new commit', schemaFor: wholeCommitShape },
  handler: async (context, params) => {
    const { id: project, submodule: path, branch, commit_message: given } = params
    const commit = readObjectId(params.commit_sha)
    if (commit === undefined) return refuse(badParameters('commit_sha is invalid'))
    const message = given === undefined || given === '' ? `Update submodule ${path} with oid ${commit}` : given
    const actions = [{ action: 'submodule', path, commit }] as const
    const written = await commitFiles(context.forge, callerOf(context), { project, branch, message, actions })
    return E.isLeft(written) ? written : answerNewCommit(context, written.right, { status: 200, withStats: false })
  },
})

/** Routes of submodules (docs/reference/behaviour/git.md#submodules). */
export const submoduleRoutes: ReadonlyArray<Route> = [update]
