import {
  addTimeSpent,
  markTodo,
  resetTimeSpent,
  setSubscription,
  setTimeEstimate,
} from '@forgefold/core/domains/merge-request'
import type { Route } from '../../../http/index.js'
import { requestShape } from '../../../shapes/index.js'
import { subscriptionRoutes, todoRoute } from '../following.js'
import { callerOf } from '../shared-params.js'
import { timeRoutes } from '../time-tracking.js'
import { AREA, answerFull, ONE, oneParams, refOf } from './shared.js'

const thing = { base: ONE, area: AREA, what: 'a merge request', params: oneParams }

const subscriptions = subscriptionRoutes({
  ...thing,
  success: { description: 'The merge request', schemaFor: requestShape },
  follow: async (context, params, wanted) => {
    const done = await setSubscription(callerOf(context), refOf(params), wanted)(context.forge)()
    return answerFull(context, done, { status: 201, diverged: true })
  },
})

const todo = todoRoute({ ...thing, mark: (caller, params) => markTodo(caller, refOf(params)) })

const times = timeRoutes({
  ...thing,
  estimate: (caller, params, duration) => setTimeEstimate(caller, refOf(params), duration),
  spend: (caller, params, duration, summary) => addTimeSpent(caller, refOf(params), duration, summary),
  resetSpent: (caller, params) => resetTimeSpent(caller, refOf(params)),
})

/** What somebody has to do with a request: working on it, following it, meaning to look at it. */
export const mergeRequestFollowRoutes: ReadonlyArray<Route> = [...times, ...subscriptions, todo]
