import type { IssueRef, IssueRow } from '@forgefold/core/domains/planning/issue'
import { type Rejection, recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, type Context, integer, reject, required } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { presentWholeIssue } from './presenter.js'

/** The part of the documentation that issues belong to. */
export const AREA = 'Issues'
/** The path of the issues of a project. */
export const LIST = '/projects/:id/issues'
/** The path of one issue. */
export const ONE = `${LIST}/:issue_iid`

/** The path parameters of a single issue. */
export const oneParams = { id: projectId, issue_iid: required(integer(), 'The number of the issue in its project') }

/** The issue of the path parameters. */
export const refOf = (params: { readonly id: string; readonly issue_iid: number }): IssueRef => ({
  project: params.id,
  iid: params.issue_iid,
})

/** Answers with the whole issue, as the caller sees it. */
export const answerIssue = async (
  { forge, principal }: Context,
  result: E.Either<Rejection, IssueRow>,
  status = 200,
): Promise<Answer> => {
  if (E.isLeft(result)) return result
  const json = await presentWholeIssue(forge, principal, result.right)
  return json === undefined ? reject(recordNotFound) : E.right({ status, json })
}
