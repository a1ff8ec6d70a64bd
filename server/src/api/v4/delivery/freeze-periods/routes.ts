import {
  changeFreezePeriod,
  createFreezePeriod,
  deleteFreezePeriod,
  type FreezePeriodRow,
  getFreezePeriod,
  listFreezePeriods,
} from '@forgefold/core/domains/delivery/freeze-period'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  listed,
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
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf, instant, integer as number, record, text } from '../../shape.js'

const area = 'Freeze periods'
const PATH = '/projects/:id/freeze_periods'
const ONE = `${PATH}/:freeze_period_id`

const freezePeriodShape = record('FreezePeriod', {
  id: number,
  freeze_start: text,
  freeze_end: text,
  cron_timezone: text,
  created_at: instant,
  updated_at: instant,
})

const present = (row: FreezePeriodRow) => ({
  id: row.id,
  freeze_start: row.start,
  freeze_end: row.end,
  cron_timezone: row.timezone,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

const one = { id: projectId, freeze_period_id: required(integer(), 'The number of the freeze period') }
const success = { status: 200, description: 'The freeze period', schemaFor: freezePeriodShape }

/** Freeze periods of projects (docs/reference/behaviour/delivery.md#freeze-periods). */
export const freezePeriodRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area,
    summary: 'List the freeze periods of a project',
    caller: 'user',
    params: { id: projectId, ...paging },
    success: { status: 200, description: 'The freeze periods', schemaFor: arrayOf(freezePeriodShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listFreezePeriods(forge, { principal }, { project: params.id, page })
      return E.isLeft(found) ? found : listed(found.right, page, present)
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    area,
    summary: 'Read one freeze period',
    caller: 'user',
    params: one,
    success,
    handler: ({ forge, principal }, { id: project, freeze_period_id: id }) =>
      respond(present)(getFreezePeriod(forge, { principal }, { project, id })),
  }),
  route({
    method: 'POST',
    path: PATH,
    area,
    summary: 'Make a freeze period',
    caller: 'user',
    params: {
      id: projectId,
      freeze_start: required(string(), 'When it begins: a cron expression'),
      freeze_end: required(string(), 'When it ends: a cron expression'),
      cron_timezone: withDefault(string(), 'UTC', 'The time zone of both'),
    },
    success: { ...success, status: 201 },
    handler: async (context, { id: project, freeze_start: start, freeze_end: end, cron_timezone: timezone }) => {
      const wanted = { project, start, end, timezone }
      return respond(present, 201)(await createFreezePeriod(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'PUT',
    path: ONE,
    area,
    summary: 'Change a freeze period',
    caller: 'user',
    params: {
      ...one,
      freeze_start: optional(string(), 'When it begins: a cron expression'),
      freeze_end: optional(string(), 'When it ends: a cron expression'),
      cron_timezone: optional(string(), 'The time zone of both'),
    },
    success,
    handler: async (context, { id: project, freeze_period_id: id, ...given }) => {
      const changes = { start: given.freeze_start, end: given.freeze_end, timezone: given.cron_timezone }
      return respond(present)(await changeFreezePeriod(context.forge, callerOf(context), { project, id, changes }))
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: 'Delete a freeze period',
    caller: 'user',
    params: one,
    success: { status: 204, description: 'Gone' },
    handler: async (context, { id: project, freeze_period_id: id }) =>
      respondNoContent(await deleteFreezePeriod(context.forge, callerOf(context), { project, id })),
  }),
]
