import {
  addTimeSpent,
  markTodo,
  resetTimeSpent,
  setSubscription,
  setTimeEstimate,
} from '@forgefold/core/domains/merge-request'
import { recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { created, optional, type Route, reject, required, respond, route, string } from '../../../http/index.js'
import { presentTimeStats } from '../../../presenters/merge-requests/index.js'
import { presentTodo } from '../../../presenters/todo.js'
import { callerOf } from '../shared-params.js'
import { AREA, answerFull, ONE, oneParams, refOf, signedInOf } from './shared.js'

const subscription = (path: 'subscribe' | 'unsubscribe', summary: string): Route =>
  route({
    method: 'POST',
    path: `${ONE}/${path}`,
    area: AREA,
    summary,
    door: 'user',
    params: oneParams,
    success: { status: 201, description: 'The merge request' },
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
  success: { status: 201, description: 'The to-do' },
  handler: async (context, params) => {
    const { forge } = context
    const made = await markTodo(callerOf(context), refOf(params))(forge)()
    if (E.isLeft(made)) return made
    const shown = await presentTodo(forge, signedInOf(context), made.right)
    return shown === undefined ? reject(recordNotFound) : created(shown)
  },
})

const duration = required(string(), 'How long, as people write it: 3h30m')

const estimate = route({
  method: 'POST',
  path: `${ONE}/time_estimate`,
  area: AREA,
  summary: 'Estimate how long it takes',
  door: 'user',
  params: { ...oneParams, duration },
  success: { status: 200, description: 'The time statistics' },
  handler: async (context, params) => {
    const { forge } = context
    const done = await setTimeEstimate(callerOf(context), refOf(params), params.duration)(forge)()
    return respond((row: Parameters<typeof presentTimeStats>[1]) => presentTimeStats(forge, row))(done)
  },
})

const resetEstimate = route({
  method: 'POST',
  path: `${ONE}/reset_time_estimate`,
  area: AREA,
  summary: 'Take the estimate back',
  door: 'user',
  params: oneParams,
  success: { status: 200, description: 'The time statistics' },
  handler: async (context, params) => {
    const { forge } = context
    const done = await setTimeEstimate(callerOf(context), refOf(params), null)(forge)()
    return respond((row: Parameters<typeof presentTimeStats>[1]) => presentTimeStats(forge, row))(done)
  },
})

const spend = route({
  method: 'POST',
  path: `${ONE}/add_spent_time`,
  area: AREA,
  summary: 'Add time spent',
  door: 'user',
  params: { ...oneParams, duration, summary: optional(string(), 'What it was spent on') },
  success: { status: 201, description: 'The time statistics' },
  handler: async (context, params) => {
    const { forge } = context
    const done = await addTimeSpent(callerOf(context), refOf(params), params.duration, params.summary)(forge)()
    return respond((row: Parameters<typeof presentTimeStats>[1]) => presentTimeStats(forge, row), 201)(done)
  },
})

const resetSpent = route({
  method: 'POST',
  path: `${ONE}/reset_spent_time`,
  area: AREA,
  summary: 'Take all spent time back',
  door: 'user',
  params: oneParams,
  success: { status: 200, description: 'The time statistics' },
  handler: async (context, params) => {
    const { forge } = context
    const done = await resetTimeSpent(callerOf(context), refOf(params))(forge)()
    return respond((row: Parameters<typeof presentTimeStats>[1]) => presentTimeStats(forge, row))(done)
  },
})

export const mergeRequestFollowRoutes: ReadonlyArray<Route> = [
  estimate,
  resetEstimate,
  resetSpent,
  spend,
  subscription('subscribe', 'Subscribe to a merge request'),
  subscription('unsubscribe', 'Unsubscribe from a merge request'),
  todo,
]
