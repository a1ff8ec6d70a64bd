import {
  changeMilestone,
  createMilestone,
  deleteMilestone,
  getMilestone,
  listMilestones,
  type MilestoneRow,
} from '@forgefold/core/domains/milestone'
import type { PlaceKind } from '@forgefold/core/domains/place'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  date,
  datetime,
  integer,
  listedAsync,
  listedFragment,
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
} from '../../http/index.js'
import { presentIssue } from '../../presenters/issue.js'
import { presentRequestList } from '../../presenters/merge-requests/index.js'
import { presentMilestone } from '../../presenters/milestone.js'
import { arrayOf, issueShape, listedRequestShape, milestoneShape } from '../../shapes/index.js'
import { onlookerOf } from './onlooker.js'
import { callerOf, groupId, projectId } from './shared-params.js'

const area = 'Milestones'
const milestoneId = required(integer(), 'The global number of the milestone')
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

/** Milestones of one kind of place. */
const routesOf = (kind: PlaceKind): ReadonlyArray<Route> => {
  const PATH = `/${kind}s/:id/milestones`
  const ONE = `${PATH}/:milestone_id`
  const id = kind === 'project' ? projectId : groupId
  const one = { id, milestone_id: milestoneId }
  const refOf = (params: { readonly id: string; readonly milestone_id: number }) => ({
    place: { kind, ref: params.id },
    id: params.milestone_id,
  })

  const list = route({
    method: 'GET',
    path: PATH,
    area,
    summary: `List the milestones of a ${kind}`,
    door: 'user',
    params: {
      id,
      iids: optional(listOf(integer()), 'Only these numbers'),
      state: withDefault(oneOf(['active', 'closed', 'all']), 'all', 'The state'),
      title: optional(string(), 'The exact title'),
      search: optional(string(), 'A part of the title or description'),
      include_parent_milestones: withDefault(boolean(), false, 'Those of the groups above too'),
      updated_before: optional(datetime(), 'Changed at this moment or earlier'),
      updated_after: optional(datetime(), 'Changed at this moment or later'),
      ...paging,
    },
    success: { status: 200, description: 'The milestones', schemaFor: arrayOf(milestoneShape) },
    handler: async (context, params) => {
      const { forge, principal } = context
      const page = pageRequest(params)
      const filter = {
        iids: params.iids,
        state: params.state === 'all' ? undefined : params.state,
        title: params.title,
        search: params.search,
        updatedBefore: params.updated_before,
        updatedAfter: params.updated_after,
        includeAncestors: params.include_parent_milestones,
      }
      const found = await listMilestones(principal, { kind, ref: params.id }, filter, page)(forge)()
      if (E.isLeft(found)) return found
      return listedAsync(found.right, page, (row) => presentMilestone(forge, row))
    },
  })

  const read = route({
    method: 'GET',
    path: ONE,
    area,
    summary: `Read one milestone of a ${kind}`,
    door: 'user',
    params: one,
    success: { status: 200, description: 'The milestone', schemaFor: milestoneShape },
    handler: async (context, params) =>
      answerOne(context, await getMilestone(context.principal, refOf(params))(context.forge)()),
  })

  const create = route({
    method: 'POST',
    path: PATH,
    area,
    summary: `Make a milestone in a ${kind}`,
    door: 'user',
    params: { id, title: required(string(), 'The title'), ...dates },
    success: { status: 201, description: 'The milestone', schemaFor: milestoneShape },
    handler: async (context, params) => {
      const { title, description = null, start_date: startDate = null, due_date: dueDate = null } = params
      const wanted = { title, description, startDate, dueDate }
      const made = await createMilestone(callerOf(context), { kind, ref: params.id }, wanted)(context.forge)()
      return answerOne(context, made, 201)
    },
  })

  const update = route({
    method: 'PUT',
    path: ONE,
    area,
    summary: `Change, close or open a milestone of a ${kind}`,
    door: 'user',
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
      const changes = { title, description, startDate, dueDate, stateEvent }
      return answerOne(context, await changeMilestone(callerOf(context), refOf(params), changes)(context.forge)())
    },
  })

  const remove = route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: `Delete a milestone of a ${kind}`,
    door: 'user',
    params: one,
    success: { status: 204, description: 'Gone' },
    handler: async (context, params) =>
      respondNoContent(await deleteMilestone(callerOf(context), refOf(params))(context.forge)()),
  })

  const issues = route({
    method: 'GET',
    path: `${ONE}/issues`,
    area,
    summary: `List the issues of a milestone of a ${kind}`,
    door: 'user',
    params: { ...one, ...paging },
    success: { status: 200, description: 'The issues', schemaFor: arrayOf(issueShape) },
    handler: async ({ forge, principal }, params) => {
      const found = await getMilestone(principal, refOf(params))(forge)()
      if (E.isLeft(found)) return found
      const page = pageRequest(params)
      const order = { orderBy: 'created_at', sort: 'desc' } as const
      const filter = { onlooker: onlookerOf(principal), milestones: [found.right.id], ...order }
      const rows = forge.read.issues.list(filter, page)
      const json = await Promise.all(
        rows.rows.map((row) => {
          const project = forge.read.projects.byId(row.projectId)
          return project === undefined
            ? []
            : presentIssue(forge, project, row, { place: 'elsewhere', labelsDetails: false, onlooker: principal })
        }),
      )
      return listedJson(rows, page, json.flat())
    },
  })

  const requests = route({
    method: 'GET',
    path: `${ONE}/merge_requests`,
    area,
    summary: `List the merge requests of a milestone of a ${kind}`,
    door: 'user',
    params: { ...one, ...paging },
    success: { status: 200, description: 'The merge requests', schemaFor: arrayOf(listedRequestShape) },
    handler: async ({ forge, principal }, params) => {
      const found = await getMilestone(principal, refOf(params))(forge)()
      if (E.isLeft(found)) return found
      const page = pageRequest(params)
      const order = { orderBy: 'created_at', sort: 'desc' } as const
      const filter = { onlooker: onlookerOf(principal), milestones: [found.right.id], ...order }
      const rows = forge.read.mergeRequests.list(filter, page)
      const view = { place: 'elsewhere', labelsDetails: false, simple: false } as const
      return listedFragment(rows, page, await presentRequestList(forge, rows.rows, view))
    },
  })

  return [list, read, create, update, remove, issues, requests]
}

/** Milestones of projects and groups (behaviour sheet §5.7). */
export const milestoneRoutes: ReadonlyArray<Route> = [...routesOf('project'), ...routesOf('group')]
