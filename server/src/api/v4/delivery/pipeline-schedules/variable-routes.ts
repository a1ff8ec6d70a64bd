import {
  addScheduleVariable,
  changeScheduleVariable,
  removeScheduleVariable,
} from '@forgefold/core/domains/delivery/pipeline-schedule'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  oneOf,
  optional,
  type Route,
  required,
  respond,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { area, ONE, one, refOf } from './params.js'
import { presentScheduleVariable } from './presenter.js'
import { scheduleVariableShape } from './shape.js'

const VARIABLE = `${ONE}/variables/:key`

const TYPES = ['env_var', 'file'] as const

const key = required(string(), 'The key')

const variable = { status: 200, description: 'The variable', schemaFor: scheduleVariableShape }

export const variables: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: `${ONE}/variables`,
    area,
    summary: 'Give the pipelines of a schedule a variable',
    caller: 'user',
    params: {
      ...one,
      key,
      value: required(string(), 'The value'),
      variable_type: withDefault(oneOf(TYPES), 'env_var', 'What it is given as'),
    },
    success: { ...variable, status: 201 },
    handler: async (context, params) => {
      const wanted = { key: params.key, value: params.value, type: params.variable_type }
      const added = await addScheduleVariable(context.forge, callerOf(context), { ...refOf(params), variable: wanted })
      return respond(presentScheduleVariable, 201)(added)
    },
  }),
  route({
    method: 'PUT',
    path: VARIABLE,
    area,
    summary: 'Change a variable of a schedule',
    caller: 'user',
    params: {
      ...one,
      key,
      value: optional(string(), 'The value'),
      variable_type: optional(oneOf(TYPES), 'What it is given as'),
    },
    success: variable,
    handler: async (context, params) => {
      const changes = { key: params.key, value: params.value, type: params.variable_type }
      const done = await changeScheduleVariable(context.forge, callerOf(context), { ...refOf(params), ...changes })
      return respond(presentScheduleVariable)(done)
    },
  }),
  route({
    method: 'DELETE',
    path: VARIABLE,
    area,
    summary: 'Take a variable from a schedule',
    caller: 'user',
    params: { ...one, key },
    success: { ...variable, status: 202 },
    handler: async (context, params) => {
      const gone = await removeScheduleVariable(context.forge, callerOf(context), { ...refOf(params), key: params.key })
      return E.isLeft(gone) ? gone : answer({ status: 202, json: presentScheduleVariable(gone.right) })
    },
  }),
]
