import {
  ensureTargetsChecked,
  listTodos,
  markAllTodosDone,
  markTodoDone,
  TODO_ACTIONS,
  TODO_TARGETS,
} from '@forgefold/core/domains/conversation/todo'
import { recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  created,
  integer,
  listedJson,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respondNoContent,
  route,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, signedInOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { markTodoRoutes } from './mark-routes.js'
import { presentTodo, presentTodos } from './presenter.js'
import { todoShape } from './shape.js'

const area = 'To-dos'

/** Values of `type`; kinds that the instance does not have match no to-do. */
const KINDS = [...TODO_TARGETS, 'Commit', 'Epic', 'DesignManagement::Design', 'AlertManagement::Alert'] as const

const list = route({
  method: 'GET',
  path: '/todos',
  area,
  summary: 'List what the caller means to look at',
  caller: 'user',
  params: {
    action: optional(oneOf(TODO_ACTIONS), 'Why it is on the list'),
    author_id: optional(integer(), 'Put there by this user'),
    project_id: optional(integer(), 'About something of this project'),
    group_id: optional(integer(), 'About something of this group or below'),
    state: withDefault(oneOf(['pending', 'done']), 'pending', 'The state'),
    type: optional(oneOf(KINDS), 'About this kind of thing'),
    ...paging,
  },
  success: { status: 200, description: 'The to-dos', schemaFor: arrayOf(todoShape) },
  handler: async (context, params) => {
    const { forge } = context
    const principal = signedInOf(context)
    const page = pageRequest(params)
    const found = listTodos(forge, context, {
      page,
      state: params.state,
      action: params.action,
      authorId: params.author_id,
      projectId: params.project_id,
      groupId: params.group_id,
      targetType: params.type,
    })
    if (E.isLeft(found)) return found
    ensureTargetsChecked(forge, found.right.rows)
    return listedJson(found.right, page, await presentTodos(forge, principal, found.right.rows))
  },
})

const finish = route({
  method: 'POST',
  path: '/todos/:todo_id/mark_as_done',
  area,
  summary: 'Tick one to-do off',
  caller: 'user',
  params: { todo_id: required(integer(), 'The number of the to-do') },
  success: { status: 201, description: 'The to-do', schemaFor: todoShape },
  handler: async (context, params) => {
    const principal = signedInOf(context)
    const { forge } = context
    const done = await markTodoDone(forge, callerOf(context), { id: params.todo_id })
    if (E.isLeft(done)) return done
    ensureTargetsChecked(forge, [done.right])
    const shown = await presentTodo(forge, principal, done.right)
    return shown === undefined ? reject(recordNotFound) : created(shown)
  },
})

const finishAll = route({
  method: 'POST',
  path: '/todos/mark_as_done',
  area,
  summary: 'Tick everything off',
  caller: 'user',
  params: {},
  success: { status: 204, description: 'Done' },
  handler: async (context) => respondNoContent(await markAllTodosDone(context.forge, callerOf(context))),
})

/** To-dos of the caller (docs/reference/behaviour/conversation.md#to-dos). */
export const todoRoutes: ReadonlyArray<Route> = [list, finish, finishAll, ...markTodoRoutes]
