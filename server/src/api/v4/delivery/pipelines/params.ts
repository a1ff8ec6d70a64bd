import type { PipelineRow } from '@forgefold/core/domains/delivery/pipeline'
import { type Context, integer, required } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { presentWholePipeline } from './presenter.js'

export const area = 'Pipelines'

export const PATH = '/projects/:id/pipelines'

export const ONE = `${PATH}/:pipeline_id`

export const oneParams = { id: projectId, pipeline_id: required(integer(), 'The number of the pipeline') }

export const whole = (context: Context) => (row: PipelineRow) => presentWholePipeline(context.forge, row)
