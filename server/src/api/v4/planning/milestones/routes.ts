import { listMilestoneIssues } from '@forgefold/core/domains/planning/issue'
import {
  changeMilestone,
  createMilestone,
  deleteMilestone,
  getMilestone,
  listMilestones,
  type MilestoneRow,
  promoteMilestone,
} from '@forgefold/core/domains/planning/milestone'
import type { ResourceParentKind } from '@forgefold/core/domains/projects/resource-parent'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  date,
  datetime,
  filter,
  integer,
  listedAsync,
  listedJson,
  listOf,
  nullable,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respondAsync,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentIssues } from '../issues/presenter.js'
import { issueShape } from '../issues/shape.js'
import { milestonePaths } from './paths.js'
import { presentMilestone } from './presenter.js'
import { milestoneShape } from './shape.js'

const CHANGES = ['title', 'description', 'start_date', 'due_date', 'state_event'] as const

const dates = {
  description: optional(nullable(string()), 'What it is about'),
  start_date: optional(nullable(date()), 'The first day'),
  due_date: optional(nullable(date()), 'The last day'),
}

const answerOne = async (
  { forge }: Context,
  result: E.Either<Rejection, MilestoneRow>,
  status = 200,
): Promise<Answer> => respondAsync((row: MilestoneRow) => presentMilestone(forge, row), status)(result)

/** The issues of the milestones of projects or of groups. */
const milestoneIssueRoute = (kind: ResourceParentKind): Route => {
  const { area, one, params, refOf } = milestonePaths(kind)
  const shared = { method: 'GET', area, caller: 'user', params: { ...params, ...paging } } as const
  return route({
    ...shared,
    path: `${one}/issues`,
    summary: `List the issues of a milestone of a ${kind}`,
    success: { status: 200, description: 'The issues', schemaFor: arrayOf(issueShape) },
    handler: async ({ forge, principal }, given) => {
      const page = pageRequest(given)
      const found = listMilestoneIssues(forge, { principal }, { milestone: refOf(given), page })
      if (E.isLeft(found)) return found
      const view = { place: 'elsewhere', labelsDetails: false, visibleTo: principal } as const
      return listedJson(found.right, page, await presentIssues(forge, found.right.rows, view))
    },
  })
}

/** Milestones of projects or of groups. */
const routesOf = (kind: ResourceParentKind): ReadonlyArray<Route> => {
  const { area, list: PATH, one: ONE, id, params: one, refOf } = milestonePaths(kind)

  const list = route({
    method: 'GET',
    path: PATH,
    area,
    summary: `List the milestones of a ${kind}`,
    caller: 'user',
    params: {
      id,
      iids: optional(filter(listOf(integer())), 'Only these numbers'),
      state: withDefault(oneOf(['active', 'closed', 'all']), 'all', 'The state'),
      title: optional(string(), 'The exact title'),
      search: optional(filter(string()), 'A part of the title or description'),
      include_parent_milestones: withDefault(boolean(), false, 'Those of the groups above too'),
      updated_before: optional(datetime(), 'Changed at this moment or earlier'),
      updated_after: optional(datetime(), 'Changed at this moment or later'),
      ...paging,
    },
    success: { status: 200, description: 'The milestones', schemaFor: arrayOf(milestoneShape) },
    handler: async (context, params) => {
      const { forge } = context
      const page = pageRequest(params)
      const input = {
        place: { kind, ref: params.id },
        iids: params.iids,
        state: params.state === 'all' ? undefined : params.state,
        title: params.title,
        search: params.search,
        updatedBefore: params.updated_before,
        updatedAfter: params.updated_after,
        includeAncestors: params.include_parent_milestones,
        page,
      }
      const found = listMilestones(forge, context, input)
      if (E.isLeft(found)) return found
      return listedAsync(found.right, page, (row) => presentMilestone(forge, row))
    },
  })

  const read = route({
    method: 'GET',
    path: ONE,
    area,
    summary: `Read one milestone of a ${kind}`,
    caller: 'user',
    params: one,
    success: { status: 200, description: 'The milestone', schemaFor: milestoneShape },
    handler: async (context, params) => answerOne(context, getMilestone(context.forge, context, refOf(params))),
  })

  const create = route({
    method: 'POST',
    path: PATH,
    area,
    summary: `Make a milestone in a ${kind}`,
    caller: 'user',
    params: { id, title: required(string(), 'The title'), ...dates },
    success: { status: 201, description: 'The milestone', schemaFor: milestoneShape },
    handler: async (context, params) => {
      const { title, description = null, start_date: startDate = null, due_date: dueDate = null } = params
      const input = { place: { kind, ref: params.id }, title, description, startDate, dueDate }
      const made = await createMilestone(context.forge, callerOf(context), input)
      return answerOne(context, made, 201)
    },
  })

  const update = route({
    method: 'PUT',
    path: ONE,
    area,
    summary: `Change, close or open a milestone of a ${kind}`,
    caller: 'user',
    params: {
      ...one,
      title: optional(string(), 'The new title'),
      ...dates,
      state_event: optional(oneOf(['close', 'activate']), 'Close it or open it again'),
    },
    atLeastOne: CHANGES,
    success: { status: 200, description: 'The milestone', schemaFor: milestoneShape },
    handler: async (context, params) => {
      const { title, description, start_date: startDate, due_date: dueDate, state_event: stateEvent } = params
      const input = { milestone: refOf(params), title, description, startDate, dueDate, stateEvent }
      return answerOne(context, await changeMilestone(context.forge, callerOf(context), input))
    },
  })

  const remove = route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: `Delete a milestone of a ${kind}`,
    caller: 'user',
    params: one,
    success: { status: 204, description: 'Gone' },
    handler: async (context, params) =>
      respondNoContent(await deleteMilestone(context.forge, callerOf(context), refOf(params))),
  })

  return [list, read, create, update, remove, milestoneIssueRoute(kind)]
}

const promotion = (): Route => {
  const { area, one, params, refOf } = milestonePaths('project')
  return route({
    method: 'POST',
    path: `${one}/promote`,
    area,
    summary: 'Make a milestone of a project one of its group',
    caller: 'user',
    params,
    success: { status: 200, description: 'The milestone of the group', schemaFor: milestoneShape },
    handler: async (context, given) =>
      answerOne(context, await promoteMilestone(context.forge, callerOf(context), refOf(given))),
  })
}

/** Milestones of projects and groups (docs/reference/behaviour/planning.md#milestones). */
export const milestoneRoutes: ReadonlyArray<Route> = [...routesOf('project'), promotion(), ...routesOf('group')]
