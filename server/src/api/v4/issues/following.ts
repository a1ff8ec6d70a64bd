import {
  addIssueTimeSpent,
  followIssue,
  getIssue,
  type IssueRow,
  markIssueTodo,
  resetIssueTimeSpent,
  setIssueTimeEstimate,
} from '@forgefold/core/domains/issue'
import { recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { created, type Route, reject, respond, route } from '../../../http/index.js'
import { presentTimeStats } from '../../../presenters/merge-requests/index.js'
import { presentTodo } from '../../../presenters/todo.js'
import { timeStatsShape, todoShape, wholeIssueShape } from '../../../shapes/index.js'
import { signedInOf } from '../merge-requests/shared.js'
import { callerOf } from '../shared-params.js'
import { timeRoutes } from '../time-tracking.js'
import { AREA, answerIssue, ONE, oneParams, refOf } from './shared.js'

const follow = (verb: 'subscribe' | 'unsubscribe'): Route =>
  route({
    method: 'POST',
    path: `${ONE}/${verb}`,
    area: AREA,
    summary: `${verb === 'subscribe' ? 'Subscribe to' : 'Unsubscribe from'} an issue`,
    door: 'user',
    params: oneParams,
    success: { status: 201, description: 'The issue', schemaFor: wholeIssueShape },
    handler: async (context, params) =>
      answerIssue(
        context,
        await followIssue(callerOf(context), refOf(params), verb === 'subscribe')(context.forge)(),
        201,
      ),
  })

const todo = route({
  method: 'POST',
  path: `${ONE}/todo`,
  area: AREA,
  summary: "Put an issue on the caller's to-do list",
  door: 'user',
  params: oneParams,
  success: { status: 201, description: 'The to-do', schemaFor: todoShape },
  handler: async (context, params) => {
    const made = await markIssueTodo(callerOf(context), refOf(params))(context.forge)()
    if (E.isLeft(made)) return made
    const shown = await presentTodo(context.forge, signedInOf(context), made.right)
    return shown === undefined ? reject(recordNotFound) : created(shown)
  },
})

const times = timeRoutes({
  base: ONE,
  area: AREA,
  what: 'an issue',
  params: oneParams,
  estimate: (caller, params, duration) => setIssueTimeEstimate(caller, refOf(params), duration),
  spend: (caller, params, duration, summary) => addIssueTimeSpent(caller, refOf(params), duration, summary),
  resetSpent: (caller, params) => resetIssueTimeSpent(caller, refOf(params)),
})

const timeStats = route({
  method: 'GET',
  path: `${ONE}/time_stats`,
  area: AREA,
  summary: 'Read the time statistics of an issue',
  door: 'user',
  params: oneParams,
  success: { status: 200, description: 'The time statistics', schemaFor: timeStatsShape },
  handler: async ({ forge, principal }, params) =>
    respond((row: IssueRow) => presentTimeStats(forge, row))(await getIssue(principal, refOf(params))(forge)()),
})

/** What somebody has to do with an issue: following it, meaning to look at it, working on it. */
export const issueFollowRoutes: ReadonlyArray<Route> = [
  follow('subscribe'),
  follow('unsubscribe'),
  todo,
  ...times,
  timeStats,
]
