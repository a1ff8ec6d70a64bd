import type { Caller, Forge, UseCaseResult } from '@forgefold/core/app'
import type { TodoRow } from '@forgefold/core/domains/conversation/todo'
import { recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Context,
  created,
  type Decoded,
  type ParamSpecs,
  type Route,
  reject,
  route,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { signedInOf } from '../../review/merge-requests/params.js'
import { presentTodo } from '../todos/presenter.js'
import { todoShape } from '../todos/shape.js'

/** One kind of thing that people have to do with. */
interface Thing<P extends ParamSpecs> {
  /** The path of the thing, below which the calls are. */
  readonly base: string
  readonly area: string
  /** With its article. */
  readonly what: string
  readonly params: P
}

/** How it is followed. */
export interface Followed<P extends ParamSpecs> extends Thing<P> {
  /** Following answers with the thing itself. */
  readonly success: Pick<Route['success'], 'description' | 'schemaFor'>
  readonly follow: (context: Context, params: Decoded<P>, wanted: boolean) => Promise<Answer>
}

/** The two calls by which somebody follows a thing, and no longer does. */
export const subscriptionRoutes = <P extends ParamSpecs>(thing: Followed<P>): ReadonlyArray<Route> => {
  const { base, area, what, params, success, follow } = thing
  const shared = { method: 'POST', area, door: 'user', params, success: { status: 201, ...success } } as const
  return [
    route<P>({
      ...shared,
      path: `${base}/subscribe`,
      summary: `Subscribe to ${what}`,
      handler: (context, given) => follow(context, given, true),
    }),
    route<P>({
      ...shared,
      path: `${base}/unsubscribe`,
      summary: `Unsubscribe from ${what}`,
      handler: (context, given) => follow(context, given, false),
    }),
  ]
}

/** How it comes to somebody's list. */
export interface Remindable<P extends ParamSpecs> extends Thing<P> {
  readonly mark: (forge: Forge, caller: Caller, params: Decoded<P>) => UseCaseResult<TodoRow>
}

/** The call that puts a thing on the caller's to-do list (docs/reference/behaviour/conversation.md#to-dos). */
export const todoRoute = <P extends ParamSpecs>({ base, area, what, params, mark }: Remindable<P>): Route =>
  route<P>({
    method: 'POST',
    path: `${base}/todo`,
    area,
    summary: `Put ${what} on the caller's to-do list`,
    door: 'user',
    params,
    success: { status: 201, description: 'The to-do', schemaFor: todoShape },
    handler: async (context, given) => {
      const { forge } = context
      const made = await mark(forge, callerOf(context), given)
      if (E.isLeft(made)) return made
      const shown = await presentTodo(forge, signedInOf(context), made.right)
      return shown === undefined ? reject(recordNotFound) : created(shown)
    },
  })
