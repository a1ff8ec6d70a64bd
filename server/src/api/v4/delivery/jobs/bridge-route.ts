import { CI_STATUSES, listPipelineJobs } from '@forgefold/core/domains/delivery/pipeline'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  listedJson,
  listOf,
  oneOf,
  optional,
  pageOf,
  pageRequest,
  paging,
  required,
  route,
} from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentBridges } from './presenter.js'
import { bridgeShape } from './shape.js'

/** The jobs of a pipeline that start other pipelines (docs/reference/behaviour/delivery.md#downstream-pipelines). */
export const bridges = route({
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/bridges',
  area: 'Jobs',
  summary: 'List the jobs of a pipeline that start other pipelines, newest first',
  caller: 'anyone',
  params: {
    id: projectId,
    pipeline_id: required(integer(), 'The number of the pipeline'),
    scope: optional(listOf(oneOf(CI_STATUSES)), 'Only jobs in one of these statuses'),
    ...paging,
  },
  success: {
    status: 200,
    description: 'The jobs, with the pipelines that they started',
    schemaFor: arrayOf(bridgeShape),
  },
  handler: async ({ forge, principal }, params) => {
    const { id: project, pipeline_id: id, scope: statuses } = params
    const all = listPipelineJobs(forge, { principal }, { project, id, statuses, kind: 'bridge', retriedToo: false })
    if (E.isLeft(all)) return all
    const page = pageRequest(params)
    const found = pageOf(all.right, page)
    return listedJson(found, page, await presentBridges(forge, { principal }, found.rows))
  },
})
