import {
  addTimeSpent,
  markTodo,
  resetTimeSpent,
  setSubscription,
  setTimeEstimate,
} from '@forgefold/core/domains/merge-request'
import { recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { created, type Route, reject, route } from '../../../http/index.js'
import { presentTodo } from '../../../presenters/todo.js'
import { requestShape, todoShape } from '../../../shapes/index.js'
import { callerOf } from '../shared-params.js'
import { timeRoutes } from '../time-tracking.js'
import { AREA, answerFull, ONE, oneParams, refOf, signedInOf } from './shared.js'

const subscription = (path: 'subscribe' | 'unsubscribe', summary: string): Route =>
  route({
    method: 'POST',
    path: `${ONE}/${path}`,
    area: AREA,
    summary,
    door: 'user',
    params: oneParams,
    success: { status: 201, description: 'The merge request', schemaFor: requestShape },
    handler: async (context, params) => {
      const wanted = path === 'subscribe'
      const done = await setSubscription(callerOf(context), refOf(params), wanted)(context.forge)()
      return answerFull(context, done, { status: 201, diverged: true })
    },
  })

const todo = route({
  method: 'POST',
  path: `${ONE}/todo`,
  area: AREA,
  summary: "Put a merge request on the caller's to-do list",
  door: 'user',
  params: oneParams,
  success: { status: 201, description: 'The to-do', schemaFor: todoShape },
  handler: async (context, params) => {
    const { forge } = context
    const made = await markTodo(callerOf(context), refOf(params))(forge)()
    if (E.isLeft(made)) return made
    const shown = await presentTodo(forge, signedInOf(context), made.right)
    return shown === undefined ? reject(recordNotFound) : created(shown)
  },
})

const times = timeRoutes({
  base: ONE,
  area: AREA,
  what: 'a merge request',
  params: oneParams,
  estimate: (caller, params, duration) => setTimeEstimate(caller, refOf(params), duration),
  spend: (caller, params, duration, summary) => addTimeSpent(caller, refOf(params), duration, summary),
  resetSpent: (caller, params) => resetTimeSpent(caller, refOf(params)),
})

export const mergeRequestFollowRoutes: ReadonlyArray<Route> = [
  ...times,
  subscription('subscribe', 'Subscribe to a merge request'),
  subscription('unsubscribe', 'Unsubscribe from a merge request'),
  todo,
]
