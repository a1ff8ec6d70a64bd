import {
  addIssueTimeSpent,
  getIssue,
  type IssueRow,
  resetIssueTimeSpent,
  setIssueSubscription,
  setIssueTimeEstimate,
} from '@forgefold/core/domains/planning/issue'
import { type Route, respond, route } from '../../../../http/index.js'
import { timeStatsShape } from '../../issuable/shape.js'
import { subscriptionRoutes } from '../../issuable/subscription-routes.js'
import { presentTimeStats } from '../../issuable/time-stats.js'
import { timeRoutes } from '../../issuable/time-tracking-routes.js'
import { callerOf } from '../../path-ids.js'
import { AREA, answerIssue, ONE, oneParams, refOf } from './params.js'
import { wholeIssueShape } from './shape.js'

const thing = { base: ONE, area: AREA, what: 'an issue', params: oneParams }

const subscriptions = subscriptionRoutes({
  ...thing,
  success: { description: 'The issue', schemaFor: wholeIssueShape },
  setSubscription: async (context, params, wanted) =>
    answerIssue(
      context,
      await setIssueSubscription(context.forge, callerOf(context), { issue: refOf(params), wanted }),
      201,
    ),
})

const times = timeRoutes({
  ...thing,
  estimate: (forge, caller, params, duration) => setIssueTimeEstimate(forge, caller, { ref: refOf(params), duration }),
  spend: (forge, caller, params, duration, summary) =>
    addIssueTimeSpent(forge, caller, { ref: refOf(params), duration, summary }),
  resetSpent: (forge, caller, params) => resetIssueTimeSpent(forge, caller, refOf(params)),
})

const timeStats = route({
  method: 'GET',
  path: `${ONE}/time_stats`,
  area: AREA,
  summary: 'Read the time statistics of an issue',
  caller: 'user',
  params: oneParams,
  success: { status: 200, description: 'The time statistics', schemaFor: timeStatsShape },
  handler: async ({ forge, principal }, params) =>
    respond((row: IssueRow) => presentTimeStats(forge, row))(getIssue(forge, { principal }, refOf(params))),
})

/** Routes of subscriptions, time tracking and participants of an issue. */
export const issueSubscriptionAndTimeRoutes: ReadonlyArray<Route> = [...subscriptions, ...times, timeStats]
