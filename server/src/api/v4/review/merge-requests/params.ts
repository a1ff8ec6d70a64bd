import { projectById } from '@forgefold/core/domains/projects/project'
import { ensureChecked, type MergeRequestRef, type MergeRequestRow } from '@forgefold/core/domains/review/merge-request'
import { type Rejection, recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, type Context, integer, reject, required } from '../../../../http/index.js'
import { projectId, signedInOf } from '../../path-ids.js'
import { presentFull } from './presenter/full.js'

/** The part of the documentation that merge requests belong to. */
export const AREA = 'Merge requests'
/** The path of the merge requests of a project. */
export const LIST = '/projects/:id/merge_requests'
/** The path of one merge request. */
export const ONE = `${LIST}/:merge_request_iid`

/** The path parameters of a single merge request. */
export const oneParams = {
  id: projectId,
  merge_request_iid: required(integer(), 'The number of the merge request in its project'),
}

/** The merge request of the path parameters. */
export const refOf = (params: { readonly id: string; readonly merge_request_iid: number }): MergeRequestRef => ({
  project: params.id,
  iid: params.merge_request_iid,
})

/** Answers with the whole merge request, as the caller sees it from the project in the path. */
export const answerFull = async (
  context: Context,
  result: E.Either<Rejection, MergeRequestRow>,
  options: { readonly status?: number; readonly diverged?: boolean; readonly elsewhere?: boolean } = {},
): Promise<Answer> => {
  if (E.isLeft(result)) return result
  const { forge } = context
  const row = result.right
  const project = projectById(forge, row.targetProjectId)
  if (project === undefined) return reject(recordNotFound)
  const view = {
    place: options.elsewhere === true ? 'elsewhere' : 'project',
    diverged: options.diverged === true,
  } as const
  ensureChecked(forge, row)
  const json = await presentFull(forge, signedInOf(context), project, row, view)
  return E.right({ status: options.status ?? 200, json })
}
