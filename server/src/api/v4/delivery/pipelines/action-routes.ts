import { cancelPipeline, retryPipeline } from '@forgefold/core/domains/delivery/pipeline'
import { respond, route } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { area, ONE, oneParams, whole } from './params.js'
import { wholePipelineShape } from './shape.js'

/** Actions on a pipeline. */
interface Action {
  readonly name: string
  readonly summary: string
  readonly status: 200 | 201
  readonly act: typeof cancelPipeline
}

const ACTIONS: ReadonlyArray<Action> = [
  { name: 'cancel', summary: 'Cancel the jobs of a pipeline', status: 200, act: cancelPipeline },
  { name: 'retry', summary: 'Run the failed and cancelled jobs of a pipeline again', status: 201, act: retryPipeline },
]

export const actions = ACTIONS.map(({ name, summary, status, act }) =>
  route({
    method: 'POST',
    path: `${ONE}/${name}`,
    area,
    summary,
    caller: 'user',
    params: oneParams,
    success: { status, description: 'The pipeline', schemaFor: wholePipelineShape },
    handler: async (context, params) => {
      const ref = { project: params.id, id: params.pipeline_id }
      return respond(whole(context), status)(await act(context.forge, callerOf(context), ref))
    },
  }),
)
