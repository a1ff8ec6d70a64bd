import {
  approveRequest,
  findRequest,
  type MergeRequestRow,
  unapproveRequest,
} from '@forgefold/core/domains/merge-request'
import { type Rejection, recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, type Context, optional, type Route, reject, route, string } from '../../../http/index.js'
import { presentApprovals } from '../../../presenters/merge-requests/index.js'
import { callerOf } from '../shared-params.js'
import { AREA, ONE, oneParams, refOf, signedInOf } from './shared.js'

const answerApprovals = (context: Context, result: E.Either<Rejection, MergeRequestRow>, status = 200): Answer => {
  if (E.isLeft(result)) return result
  const { forge } = context
  const project = forge.read.projects.byId(result.right.targetProjectId)
  if (project === undefined) return reject(recordNotFound)
  const json = presentApprovals({ ...context, project }, result.right, signedInOf(context).userId)
  return E.right({ status, json })
}

const read = route({
  method: 'GET',
  path: `${ONE}/approvals`,
  area: AREA,
  summary: 'Say who has approved a merge request',
  door: 'user',
  params: oneParams,
  success: { status: 200, description: 'The approvals' },
  handler: async (context, params) => {
    const found = findRequest(context.forge, context.principal, refOf(params), 'refused')
    return E.isLeft(found) ? found : answerApprovals(context, E.right(found.right.row))
  },
})

const approve = route({
  method: 'POST',
  path: `${ONE}/approve`,
  area: AREA,
  summary: 'Approve a merge request',
  door: 'user',
  params: { ...oneParams, sha: optional(string(), 'The commit that was looked at: another head is refused') },
  success: { status: 201, description: 'The approvals' },
  handler: async (context, params) =>
    answerApprovals(context, await approveRequest(callerOf(context), refOf(params), params.sha)(context.forge)(), 201),
})

const unapprove = route({
  method: 'POST',
  path: `${ONE}/unapprove`,
  area: AREA,
  summary: "Take the caller's approval back",
  door: 'user',
  params: oneParams,
  success: { status: 201, description: 'The approvals' },
  handler: async (context, params) =>
    answerApprovals(context, await unapproveRequest(callerOf(context), refOf(params))(context.forge)(), 201),
})

export const mergeRequestApprovalRoutes: ReadonlyArray<Route> = [read, approve, unapprove]
