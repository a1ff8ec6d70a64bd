import {
  changePipelineTrigger,
  createPipelineTrigger,
  deletePipelineTrigger,
  getPipelineTrigger,
  listPipelineTriggers,
  type PipelineTriggerRow,
  shownTriggerToken,
  triggerPipeline,
} from '@forgefold/core/domains/delivery/pipeline-trigger'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Context,
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
  stringMap,
  withDefault,
} from '../../../../http/index.js'
import { withTokenGuessLimit } from '../../../../limits/guessed-token.js'
import { userSummary } from '../../identity/users/presenter.js'
import { userCardShape } from '../../identity/users/shape.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf, instant, maybe, nothing, integer as number, record, text } from '../../shape.js'
import { presentWholePipeline } from '../pipelines/presenter.js'
import { wholePipelineShape } from '../pipelines/shape.js'

const area = 'Pipeline triggers'
const PATH = '/projects/:id/triggers'
const ONE = `${PATH}/:trigger_id`

const triggerShape = record('PipelineTrigger', {
  id: number,
  token: text,
  description: text,
  created_at: instant,
  updated_at: instant,
  deleted_at: nothing,
  last_used: maybe(instant),
  owner: maybe(userCardShape),
})

const presentTrigger = (context: Context) => (row: PipelineTriggerRow) => {
  const token = shownTriggerToken(context.forge, context, row)
  return {
    id: row.id,
    token: E.isRight(token) ? token.right : '',
    description: row.description,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    deleted_at: null,
    last_used: row.lastUsed,
    owner: userSummary(context.forge, row.ownerId),
  }
}

const one = { id: projectId, trigger_id: required(integer(), 'The number of the trigger') }
const success = { status: 200, description: 'The trigger', schemaFor: triggerShape }

const records: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area,
    summary: 'List the triggers of a project',
    caller: 'user',
    params: { id: projectId, ...paging },
    success: { status: 200, description: 'The triggers', schemaFor: arrayOf(triggerShape) },
    handler: (context, params) => {
      const page = pageRequest(params)
      const found = listPipelineTriggers(context.forge, context, { project: params.id, page })
      return E.isLeft(found) ? found : listed(found.right, page, presentTrigger(context))
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    area,
    summary: 'Read one trigger',
    caller: 'user',
    params: one,
    success,
    handler: (context, { id: project, trigger_id: id }) =>
      respond(presentTrigger(context))(getPipelineTrigger(context.forge, context, { project, id })),
  }),
  route({
    method: 'POST',
    path: PATH,
    area,
    summary: 'Make a trigger',
    caller: 'user',
    params: { id: projectId, description: required(string(), 'What it is for') },
    success: { ...success, status: 201 },
    handler: async (context, { id: project, description }) => {
      const made = await createPipelineTrigger(context.forge, callerOf(context), { project, description })
      return respond(presentTrigger(context), 201)(made)
    },
  }),
  route({
    method: 'PUT',
    path: ONE,
    area,
    summary: 'Change what a trigger is for',
    caller: 'user',
    params: { ...one, description: optional(string(), 'What it is for') },
    success,
    handler: async (context, { id: project, trigger_id: id, description }) => {
      const trigger = { project, id }
      const done =
        description === undefined
          ? getPipelineTrigger(context.forge, context, trigger)
          : await changePipelineTrigger(context.forge, callerOf(context), { trigger, description })
      return respond(presentTrigger(context))(done)
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: 'Delete a trigger',
    caller: 'user',
    params: one,
    success: { status: 204, description: 'Gone' },
    handler: async (context, { id: project, trigger_id: id }) =>
      respondNoContent(await deletePipelineTrigger(context.forge, callerOf(context), { project, id })),
  }),
]

const triggering = (path: string): Route =>
  route({
    method: 'POST',
    path,
    area,
    summary: 'Make a pipeline with the token of a trigger',
    caller: 'anyone',
    params: {
      id: projectId,
      ref: required(string(), 'The branch or tag', { refusesBlank: true }),
      token: required(string(), 'The token of the trigger', { refusesBlank: true }),
      variables: withDefault(stringMap(), {}, 'Variables by name'),
    },
    success: { status: 201, description: 'The pipeline', schemaFor: wholePipelineShape },
    handler: async (context, { id: project, ...input }) => {
      const made = await withTokenGuessLimit(context, input.token, () =>
        triggerPipeline(context.forge, callerOf(context), { project, ...input }),
      )
      return respond(
        (row: Parameters<typeof presentWholePipeline>[1]) => presentWholePipeline(context.forge, row),
        201,
      )(made)
    },
  })

/** Pipeline triggers (docs/reference/behaviour/delivery.md#pipeline-triggers). */
export const pipelineTriggerRoutes: ReadonlyArray<Route> = [
  ...records,
  triggering('/projects/:id/trigger/pipeline'),
  triggering('/projects/:id/ref/:ref/trigger/pipeline'),
]
