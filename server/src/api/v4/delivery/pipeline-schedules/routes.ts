import {
  changePipelineSchedule,
  createPipelineSchedule,
  deletePipelineSchedule,
  getPipelineSchedule,
  listPipelineSchedules,
  listScheduledPipelines,
  type PipelineScheduleAlone,
  playPipelineSchedule,
  takePipelineSchedule,
} from '@forgefold/core/domains/delivery/pipeline-schedule'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  created,
  listed,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { messageShape } from '../../instance/version/shape.js'
import { callerOf, projectId } from '../../path-ids.js'
import { presentPipeline } from '../../projects/repository/pipeline-presenter.js'
import { pipelineShape } from '../../projects/repository/pipeline-shape.js'
import { arrayOf } from '../../shape.js'
import { area, ONE, one, PATH, refOf } from './params.js'
import { presentSchedule, presentScheduleAlone } from './presenter.js'
import { pipelineScheduleAloneShape, pipelineScheduleShape } from './shape.js'
import { variables } from './variable-routes.js'

const alone = { status: 200, description: 'The schedule', schemaFor: pipelineScheduleAloneShape }

const shown =
  ({ forge }: Context) =>
  (row: PipelineScheduleAlone) =>
    presentScheduleAlone(forge, row)

const reads: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area,
    summary: 'List the pipeline schedules of a project',
    caller: 'anyone',
    params: {
      id: projectId,
      scope: optional(oneOf(['active', 'inactive']), 'Only those that run, or only others'),
      ...paging,
    },
    success: { status: 200, description: 'The schedules', schemaFor: arrayOf(pipelineScheduleShape) },
    handler: (context, params) => {
      const page = pageRequest(params)
      const active = params.scope === undefined ? undefined : params.scope === 'active'
      const found = listPipelineSchedules(context.forge, context, { project: params.id, active, page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentSchedule(context.forge, row))
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    area,
    summary: 'Read one pipeline schedule',
    caller: 'anyone',
    params: one,
    success: alone,
    handler: (context, params) => respond(shown(context))(getPipelineSchedule(context.forge, context, refOf(params))),
  }),
  route({
    method: 'GET',
    path: `${ONE}/pipelines`,
    area,
    summary: 'List the pipelines that a schedule made',
    caller: 'anyone',
    params: { ...one, ...paging },
    success: { status: 200, description: 'The pipelines', schemaFor: arrayOf(pipelineShape) },
    handler: (context, params) => {
      const page = pageRequest(params)
      const found = listScheduledPipelines(context.forge, context, { ...refOf(params), page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentPipeline(context.forge, row))
    },
  }),
]

const description = 'What it is for'

const ref = 'The branch or tag'

const cron = 'When it runs: a cron expression'

const timezone = 'The time zone of the expression'

const active = 'Whether it runs'

const writes: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: PATH,
    area,
    summary: 'Make a pipeline schedule',
    caller: 'user',
    params: {
      id: projectId,
      description: required(string(), description),
      ref: required(string(), ref, { refusesBlank: true }),
      cron: required(string(), cron),
      cron_timezone: withDefault(string(), 'UTC', timezone),
      active: withDefault(boolean(), true, active),
    },
    success: { ...alone, status: 201 },
    handler: async (context, { id: project, cron_timezone, ...given }) => {
      const wanted = { project, timezone: cron_timezone, ...given }
      return respond(shown(context), 201)(await createPipelineSchedule(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'PUT',
    path: ONE,
    area,
    summary: 'Change a pipeline schedule',
    caller: 'user',
    params: {
      ...one,
      description: optional(string(), description),
      ref: optional(string(), ref, { refusesBlank: true }),
      cron: optional(string(), cron),
      cron_timezone: optional(string(), timezone),
      active: optional(boolean(), active),
    },
    success: alone,
    handler: async (context, params) => {
      const { description: about, ref: of, cron: at, cron_timezone, active: runs } = params
      const changes = { description: about, ref: of, cron: at, timezone: cron_timezone, active: runs }
      const done = await changePipelineSchedule(context.forge, callerOf(context), { ref: refOf(params), changes })
      return respond(shown(context))(done)
    },
  }),
  route({
    method: 'POST',
    path: `${ONE}/take_ownership`,
    area,
    summary: 'Become the one for whom the pipelines of a schedule act',
    caller: 'user',
    params: one,
    success: { ...alone, status: 201 },
    handler: async (context, params) =>
      respond(shown(context), 201)(await takePipelineSchedule(context.forge, callerOf(context), refOf(params))),
  }),
  route({
    method: 'POST',
    path: `${ONE}/play`,
    area,
    summary: 'Make a pipeline of a schedule now',
    caller: 'user',
    params: one,
    success: { status: 201, description: 'It is on its way', schemaFor: messageShape },
    handler: async (context, params) => {
      const done = await playPipelineSchedule(context.forge, callerOf(context), refOf(params))
      return E.isLeft(done) ? done : created({ message: '201 Created' })
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: 'Delete a pipeline schedule',
    caller: 'user',
    params: one,
    success: { status: 204, description: 'Gone' },
    handler: async (context, params) =>
      respondNoContent(await deletePipelineSchedule(context.forge, callerOf(context), refOf(params))),
  }),
]

/** Pipeline schedules (docs/reference/behaviour/delivery.md#pipeline-schedules). */
export const pipelineScheduleRoutes: ReadonlyArray<Route> = [...reads, ...writes, ...variables]
