import { listMergeRequestPipelines, requestPipeline } from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import { listed, ok, pageRequest, paging, type Route, route } from '../../../../http/index.js'
import { presentWholePipeline } from '../../delivery/pipelines/presenter.js'
import { wholePipelineShape } from '../../delivery/pipelines/shape.js'
import { callerOf } from '../../path-ids.js'
import { presentPipeline } from '../../projects/repository/pipeline-presenter.js'
import { pipelineShape } from '../../projects/repository/pipeline-shape.js'
import { arrayOf } from '../../shape.js'
import { AREA, ONE, oneParams, refOf } from './params.js'

const list = route({
  method: 'GET',
  path: `${ONE}/pipelines`,
  area: AREA,
  summary: 'List the pipelines of a merge request',
  caller: 'user',
  params: { ...oneParams, ...paging },
  success: { status: 200, description: 'The pipelines', schemaFor: arrayOf(pipelineShape) },
  handler: async ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const found = await listMergeRequestPipelines(forge, { principal }, { mergeRequest: refOf(params), page })
    return E.isLeft(found) ? found : listed(found.right, page, (row) => presentPipeline(forge, row))
  },
})

const create = route({
  method: 'POST',
  path: `${ONE}/pipelines`,
  area: AREA,
  summary: 'Make a pipeline for a merge request',
  caller: 'user',
  params: oneParams,
  success: { status: 200, description: 'The pipeline', schemaFor: wholePipelineShape },
  handler: async (context, params) => {
    const made = await requestPipeline(context.forge, callerOf(context), refOf(params))
    return E.isLeft(made) ? made : ok(presentWholePipeline(context.forge, made.right))
  },
})

export const mergeRequestPipelineRoutes: ReadonlyArray<Route> = [create, list]
