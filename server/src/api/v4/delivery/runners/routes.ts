import { CI_STATUSES } from '@forgefold/core/domains/delivery/pipeline'
import {
  changeRunner,
  deleteRunner,
  disableRunner,
  enableRunner,
  getRunner,
  listRunnerJobs,
  type RunnerRow,
} from '@forgefold/core/domains/delivery/runner'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Context,
  integer,
  listedJson,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
} from '../../../../http/index.js'
import { direction } from '../../list-params.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentJobs } from '../jobs/presenter.js'
import { jobShape } from '../jobs/shape.js'
import { runnerConversationRoutes } from './conversation-routes.js'
import { runnerCreationRoute } from './creation-route.js'
import { runnerListRoutes } from './list-routes.js'
import { changesOf, settingsParams } from './params.js'
import { presentRunner, presentWholeRunner } from './presenter.js'
import { runnerRegistrationRoutes } from './registration-routes.js'
import { runnerShape, wholeRunnerShape } from './shape.js'

const area = 'Runners'
const ONE = '/runners/:id'
const id = required(integer(), 'The number of the runner')
const whole = { status: 200, description: 'The runner', schemaFor: wholeRunnerShape }

const shown = ({ forge }: Context) => respond((row: RunnerRow) => presentWholeRunner(forge, row))

const one: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: ONE,
    area,
    summary: 'Read one runner',
    caller: 'user',
    params: { id },
    success: whole,
    handler: (context, params) => shown(context)(getRunner(context.forge, context, { id: params.id })),
  }),
  route({
    method: 'PUT',
    path: ONE,
    area,
    summary: 'Change a runner',
    caller: 'user',
    params: { id, ...settingsParams },
    exclusive: [['paused', 'active']],
    success: whole,
    handler: async (context, params) => {
      const input = { id: params.id, changes: changesOf(params) }
      return shown(context)(await changeRunner(context.forge, callerOf(context), input))
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: 'Remove a runner',
    caller: 'user',
    params: { id },
    success: { status: 204, description: 'Gone' },
    handler: async (context, params) =>
      respondNoContent(await deleteRunner(context.forge, callerOf(context), { id: params.id })),
  }),
  route({
    method: 'GET',
    path: `${ONE}/jobs`,
    area,
    summary: 'List the jobs that a runner has taken',
    caller: 'user',
    params: {
      id,
      status: optional(oneOf(CI_STATUSES), 'The status'),
      order_by: optional(oneOf(['id']), 'What to sort by'),
      sort: direction('desc'),
      ...paging,
    },
    success: { status: 200, description: 'The jobs', schemaFor: arrayOf(jobShape) },
    handler: async (context, { id: runnerId, status, sort, ...params }) => {
      const page = pageRequest(params)
      const found = listRunnerJobs(context.forge, context, { runnerId, status, sort, page })
      if (E.isLeft(found)) return found
      return listedJson(found.right, page, await presentJobs(context.forge, found.right.rows))
    },
  }),
]

const inProject: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: '/projects/:id/runners',
    area,
    summary: 'Let a runner of another project take jobs of this one',
    caller: 'user',
    params: { id: projectId, runner_id: id },
    success: { status: 201, description: 'The runner', schemaFor: runnerShape },
    handler: async (context, params) => {
      const input = { project: params.id, id: params.runner_id }
      const done = await enableRunner(context.forge, callerOf(context), input)
      return respond((row: RunnerRow) => presentRunner(context.forge, row), 201)(done)
    },
  }),
  route({
    method: 'DELETE',
    path: '/projects/:id/runners/:runner_id',
    area,
    summary: 'Let a runner take no more jobs of a project',
    caller: 'user',
    params: { id: projectId, runner_id: id },
    success: { status: 204, description: 'Done' },
    handler: async (context, params) => {
      const input = { project: params.id, id: params.runner_id }
      return respondNoContent(await disableRunner(context.forge, callerOf(context), input))
    },
  }),
]

/** Runners as records (docs/reference/behaviour/delivery.md#runners). */
export const runnerRoutes: ReadonlyArray<Route> = [
  ...runnerConversationRoutes,
  ...runnerListRoutes,
  runnerCreationRoute,
  ...runnerRegistrationRoutes,
  ...one,
  ...inProject,
]
