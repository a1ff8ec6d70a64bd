import {
  getIssue,
  getIssueByNumber,
  getIssueSubmission,
  type IssueSubmission,
  listIssueParticipants,
} from '@forgefold/core/domains/planning/issue'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  listed,
  pageOf,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  route,
} from '../../../../http/index.js'
import { userSummary } from '../../identity/users/presenter.js'
import { userCardShape } from '../../identity/users/shape.js'
import { arrayOf } from '../../shape.js'
import { AREA, answerIssue, ONE, oneParams, refOf } from './params.js'
import { userAgentDetailShape, wholeIssueShape } from './shape.js'

const read = route({
  method: 'GET',
  path: ONE,
  area: AREA,
  summary: 'Read one issue',
  caller: 'user',
  params: oneParams,
  success: { status: 200, description: 'The issue', schemaFor: wholeIssueShape },
  handler: async (context, params) => answerIssue(context, getIssue(context.forge, context, refOf(params))),
})

const readByNumber = route({
  method: 'GET',
  path: '/issues/:id',
  area: AREA,
  summary: 'Read one issue of any project',
  caller: 'admin',
  params: { id: required(integer(), 'The number of the issue in the instance') },
  success: { status: 200, description: 'The issue', schemaFor: wholeIssueShape },
  handler: async (context, { id }) => answerIssue(context, getIssueByNumber(context.forge, context, id)),
})

const participants = route({
  method: 'GET',
  path: `${ONE}/participants`,
  area: AREA,
  summary: 'List those who take part in an issue',
  caller: 'user',
  params: { ...oneParams, ...paging },
  success: { status: 200, description: 'The users', schemaFor: arrayOf(userCardShape) },
  handler: async ({ forge, principal }, params) => {
    const ids = listIssueParticipants(forge, { principal }, refOf(params))
    if (E.isLeft(ids)) return ids
    const page = pageRequest(params)
    return listed(pageOf(ids.right, page), page, (id) => userSummary(forge, id))
  },
})

const userAgentDetail = route({
  method: 'GET',
  path: `${ONE}/user_agent_detail`,
  area: AREA,
  summary: 'Read with which program and from where an issue was opened',
  caller: 'admin',
  params: oneParams,
  success: { status: 200, description: 'The program and the address', schemaFor: userAgentDetailShape },
  handler: async ({ forge, principal }, params) =>
    respond(({ userAgent, address }: IssueSubmission) => ({
      user_agent: userAgent,
      ip_address: address,
      akismet_submitted: false,
    }))(await getIssueSubmission(forge, { principal }, refOf(params))),
})

/** Routes that read one issue and its parts. */
export const issueReadRoutes: ReadonlyArray<Route> = [read, readByNumber, participants, userAgentDetail]
