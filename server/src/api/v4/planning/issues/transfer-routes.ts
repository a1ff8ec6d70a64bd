import { cloneIssue, moveIssue, reorderIssue } from '@forgefold/core/domains/planning/issue'
import { boolean, integer, optional, type Route, required, route, withDefault } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { AREA, answerIssue, ONE, oneParams, refOf } from './params.js'
import { wholeIssueShape } from './shape.js'

const toProject = required(integer(), 'The number of the project that it is to be in')

const move = route({
  method: 'POST',
  path: `${ONE}/move`,
  area: AREA,
  summary: 'Move an issue to another project',
  caller: 'user',
  params: { ...oneParams, to_project_id: toProject },
  success: { status: 201, description: 'The issue in the other project', schemaFor: wholeIssueShape },
  handler: async (context, params) => {
    const input = { issue: refOf(params), toProjectId: params.to_project_id }
    return answerIssue(context, await moveIssue(context.forge, callerOf(context), input), 201)
  },
})

const clone = route({
  method: 'POST',
  path: `${ONE}/clone`,
  area: AREA,
  summary: 'Open an issue that repeats another',
  caller: 'user',
  params: {
    ...oneParams,
    to_project_id: toProject,
    with_notes: withDefault(boolean(), false, 'What people said about it too'),
  },
  success: { status: 201, description: 'The new issue', schemaFor: wholeIssueShape },
  handler: async (context, params) => {
    const input = { issue: refOf(params), toProjectId: params.to_project_id, withNotes: params.with_notes }
    return answerIssue(context, await cloneIssue(context.forge, callerOf(context), input), 201)
  },
})

const reorder = route({
  method: 'PUT',
  path: `${ONE}/reorder`,
  area: AREA,
  summary: 'Put an issue between two others',
  caller: 'user',
  params: {
    ...oneParams,
    move_after_id: optional(integer(), 'The number in the instance of the issue behind which it is to stand'),
    move_before_id: optional(integer(), 'The number in the instance of the issue before which it is to stand'),
  },
  success: { status: 200, description: 'The issue', schemaFor: wholeIssueShape },
  handler: async (context, params) => {
    const input = { issue: refOf(params), afterId: params.move_after_id, beforeId: params.move_before_id }
    return answerIssue(context, await reorderIssue(context.forge, callerOf(context), input))
  },
})

/** Routes that move, clone and reorder issues (docs/reference/behaviour/planning.md#moving-cloning-and-reordering). */
export const issueTransferRoutes: ReadonlyArray<Route> = [move, clone, reorder]
