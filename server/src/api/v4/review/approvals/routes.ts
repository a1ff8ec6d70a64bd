import { readOwnAccount } from '@forgefold/core/domains/identity/user'
import { projectById } from '@forgefold/core/domains/projects/project'
import {
  approveMergeRequest,
  findMergeRequest,
  type MergeRequestRow,
  resetApprovals,
  setApprovalsRequired,
  unapproveMergeRequest,
} from '@forgefold/core/domains/review/merge-request'
import { type Rejection, recordNotFound } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  integer,
  optional,
  type Route,
  reject,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { accountGuess, tooManyGuesses } from '../../../../limits/guess-limiter.js'
import { callerOf, signedInOf } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { AREA, ONE, oneParams, refOf } from '../merge-requests/params.js'
import { premium } from './params.js'
import { presentApprovals } from './presenter.js'
import { approvalsShape } from './shape.js'

const answerApprovals = (context: Context, result: E.Either<Rejection, MergeRequestRow>, status = 200): Answer => {
  if (E.isLeft(result)) return result
  const { forge } = context
  const project = projectById(forge, result.right.targetProjectId)
  if (project === undefined) return reject(recordNotFound)
  const json = presentApprovals({ ...context, project }, result.right, signedInOf(context).userId)
  return E.right({ status, json })
}

const read = route({
  method: 'GET',
  path: `${ONE}/approvals`,
  area: AREA,
  summary: 'Say who has approved a merge request',
  caller: 'user',
  params: oneParams,
  success: { status: 200, description: 'The approvals', schemaFor: approvalsShape },
  handler: async (context, params) => {
    const found = findMergeRequest(context.forge, context, { mergeRequest: refOf(params), hiddenAs: 'refused' })
    return E.isLeft(found) ? found : answerApprovals(context, E.right(found.right.row))
  },
})

const set = route({
  method: 'POST',
  path: `${ONE}/approvals`,
  area: AREA,
  summary: 'Say how many approvals a merge request asks for',
  caller: 'user',
  ...premium,
  ...lifespanOf('merge_request.set_approvals'),
  params: { ...oneParams, approvals_required: required(integer(), 'How many; not fewer than the project asks for') },
  success: { status: 201, description: 'The approvals', schemaFor: approvalsShape },
  handler: async (context, params) => {
    const { approvals_required: count } = params
    return answerApprovals(
      context,
      await setApprovalsRequired(context.forge, callerOf(context), { mergeRequest: refOf(params), required: count }),
      201,
    )
  },
})

/** Continues unless the caller has tried too many passwords, here or elsewhere; correct ones do not count. */
const unlessGuessing = async <A>(
  context: Context,
  password: string | undefined,
  ask: () => Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> => {
  const { forge, request } = context
  const { guessLimiter } = forge
  const account = readOwnAccount(forge, context)
  if (password === undefined || password === '' || E.isLeft(account)) return ask()
  const keys = accountGuess(request.remoteAddress, account.right)
  if (!guessLimiter.allows(...keys)) return E.left(tooManyGuesses)
  const answered = await ask()
  if (E.isRight(answered) || answered.left.kind !== 'Unauthenticated') guessLimiter.wasRight(...keys)
  return answered
}

const approve = route({
  method: 'POST',
  path: `${ONE}/approve`,
  area: AREA,
  summary: 'Approve a merge request',
  caller: 'user',
  params: {
    ...oneParams,
    sha: optional(revision, 'The commit that was looked at: another head is refused'),
    approval_password: optional(string(), "The caller's password, where the project asks for it", premium),
  },
  success: { status: 201, description: 'The approvals', schemaFor: approvalsShape },
  handler: async (context, params) => {
    const { sha, approval_password: password } = params
    const approved = await unlessGuessing(context, password, () =>
      approveMergeRequest(context.forge, callerOf(context), { mergeRequest: refOf(params), sha, password }),
    )
    return answerApprovals(context, approved, 201)
  },
})

const unapprove = route({
  method: 'POST',
  path: `${ONE}/unapprove`,
  area: AREA,
  summary: "Take the caller's approval back",
  caller: 'user',
  params: oneParams,
  success: { status: 201, description: 'The approvals', schemaFor: approvalsShape },
  handler: async (context, params) =>
    answerApprovals(context, await unapproveMergeRequest(context.forge, callerOf(context), refOf(params)), 201),
})

const reset = route({
  method: 'PUT',
  path: `${ONE}/reset_approvals`,
  area: AREA,
  summary: 'Take all approvals back; for the bots of project and group tokens',
  caller: 'user',
  ...premium,
  ...lifespanOf('merge_request.reset_approvals'),
  params: oneParams,
  success: { status: 202, description: 'Taken back', schema: { type: 'integer', const: 202 } },
  handler: async (context, params) => {
    const done = await resetApprovals(context.forge, callerOf(context), refOf(params))
    // Clients parse the answer of a PUT as JSON; the reference implementation returns the status.
    return E.isLeft(done) ? done : answer({ status: 202, json: 202 })
  },
})

/** Approvals of a merge request. */
export const mergeRequestApprovalRoutes: ReadonlyArray<Route> = [read, set, approve, unapprove, reset]
