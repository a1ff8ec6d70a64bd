import {
  addTimeSpent,
  resetTimeSpent,
  setSubscription,
  setTimeEstimate,
} from '@forgefold/core/domains/review/merge-request'
import type { Route } from '../../../../http/index.js'
import { subscriptionRoutes } from '../../issuable/subscription-routes.js'
import { timeRoutes } from '../../issuable/time-tracking-routes.js'
import { callerOf } from '../../path-ids.js'
import { AREA, answerFull, ONE, oneParams, refOf } from './params.js'
import { mergeRequestShape } from './shape.js'

const thing = { base: ONE, area: AREA, what: 'a merge request', params: oneParams }

const subscriptions = subscriptionRoutes({
  ...thing,
  success: { description: 'The merge request', schemaFor: mergeRequestShape },
  setSubscription: async (context, params, subscribed) => {
    const done = await setSubscription(context.forge, callerOf(context), { mergeRequest: refOf(params), subscribed })
    return answerFull(context, done, { status: 201, diverged: true })
  },
})

const times = timeRoutes({
  ...thing,
  estimate: (forge, caller, params, duration) => setTimeEstimate(forge, caller, { ref: refOf(params), duration }),
  spend: (forge, caller, params, duration, summary) =>
    addTimeSpent(forge, caller, { ref: refOf(params), duration, summary }),
  resetSpent: (forge, caller, params) => resetTimeSpent(forge, caller, refOf(params)),
})

/** Time tracking and subscriptions of a merge request. */
export const mergeRequestSubscriptionAndTimeRoutes: ReadonlyArray<Route> = [...times, ...subscriptions]
