import { markTodo } from '@forgefold/core/domains/conversation/todo'
import type { IssuableType } from '@forgefold/core/domains/issuable'
import { recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { created, type Decoded, type ParamSpecs, type Route, reject, route } from '../../../../http/index.js'
import { callerOf, signedInOf } from '../../path-ids.js'
import * as issues from '../../planning/issues/params.js'
import * as mergeRequests from '../../review/merge-requests/params.js'
import { presentTodo } from './presenter.js'
import { todoShape } from './shape.js'

/** One kind of issuable as its routes name it. */
interface Marked<P extends ParamSpecs> {
  readonly type: IssuableType
  readonly base: string
  readonly area: string
  /** The noun with its article. */
  readonly what: string
  readonly params: P
  readonly refOf: (params: Decoded<P>) => { readonly project: string | number; readonly iid: number }
}

const markRoute = <P extends ParamSpecs>({ type, base, area, what, params, refOf }: Marked<P>): Route =>
  route<P>({
    method: 'POST',
    path: `${base}/todo`,
    area,
    summary: `Put ${what} on the caller's to-do list`,
    caller: 'user',
    params,
    success: { status: 201, description: 'The to-do', schemaFor: todoShape },
    handler: async (context, given) => {
      const { forge } = context
      const marked = await markTodo(forge, callerOf(context), { type, ...refOf(given) })
      if (E.isLeft(marked)) return marked
      const shown = await presentTodo(forge, signedInOf(context), marked.right)
      return shown === undefined ? reject(recordNotFound) : created(shown)
    },
  })

/** The calls that put issues and merge requests on the caller's to-do list (docs/reference/behaviour/conversation.md#to-dos). */
export const markTodoRoutes: ReadonlyArray<Route> = [
  markRoute({
    type: 'Issue',
    base: issues.ONE,
    area: issues.AREA,
    what: 'an issue',
    params: issues.oneParams,
    refOf: issues.refOf,
  }),
  markRoute({
    type: 'MergeRequest',
    base: mergeRequests.ONE,
    area: mergeRequests.AREA,
    what: 'a merge request',
    params: mergeRequests.oneParams,
    refOf: mergeRequests.refOf,
  }),
]
