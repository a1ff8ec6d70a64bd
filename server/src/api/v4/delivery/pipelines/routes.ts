import {
  CI_STATUSES,
  deletePipeline,
  getPipeline,
  latestPipeline,
  listPipelines,
  PIPELINE_ORDERS,
  PIPELINE_VARIABLE_TYPES,
  type RunPipeline,
  runPipeline,
  SOURCES,
} from '@forgefold/core/domains/delivery/pipeline'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  filter,
  listed,
  listOfObjects,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Reply,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { bounds, direction } from '../../list-params.js'
import { callerOf, projectId } from '../../path-ids.js'
import { presentPipeline } from '../../projects/repository/pipeline-presenter.js'
import { pipelineShape } from '../../projects/repository/pipeline-shape.js'
import { revision } from '../../revision.js'
import { arrayOf } from '../../shape.js'
import { actions } from './action-routes.js'
import { pipelineDetailRoutes } from './detail-routes.js'
import { area, ONE, oneParams, PATH, whole } from './params.js'
import { wholePipelineShape } from './shape.js'

const list = route({
  method: 'GET',
  path: PATH,
  area,
  summary: 'List the pipelines of a project',
  caller: 'anyone',
  params: {
    id: projectId,
    scope: optional(oneOf(['running', 'pending', 'finished', 'branches', 'tags']), 'What kind'),
    status: optional(oneOf(CI_STATUSES), 'The status'),
    source: optional(oneOf(SOURCES), 'What made them'),
    ref: optional(filter(string()), 'The branch or tag'),
    sha: optional(filter(revision), 'The commit'),
    username: optional(filter(string()), 'Who started them'),
    yaml_errors: optional(boolean(), 'Whether the CI file could not be read'),
    ...bounds('updated', 'Changed'),
    order_by: withDefault(oneOf(PIPELINE_ORDERS), 'id', 'What to sort by'),
    sort: direction('desc'),
    ...paging,
  },
  success: { status: 200, description: 'The pipelines', schemaFor: arrayOf(pipelineShape) },
  handler: ({ forge, principal }, params) => {
    const { id: project, scope, status, source, ref, sha, username, sort } = params
    const page = pageRequest(params)
    const found = listPipelines(
      forge,
      { principal },
      {
        ...{ project, scope, status, source, ref, sha, username, sort, page },
        yamlErrors: params.yaml_errors,
        updatedAfter: params.updated_after,
        updatedBefore: params.updated_before,
        orderBy: params.order_by,
      },
    )
    return E.isLeft(found) ? found : listed(found.right, page, (row) => presentPipeline(forge, row))
  },
})

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one pipeline',
  caller: 'anyone',
  params: oneParams,
  success: { status: 200, description: 'The pipeline', schemaFor: wholePipelineShape },
  handler: (context, params) =>
    respond(whole(context))(getPipeline(context.forge, context, { project: params.id, id: params.pipeline_id })),
})

const latest = route({
  method: 'GET',
  path: `${PATH}/latest`,
  area,
  summary: 'Read the newest pipeline of the head of a branch or tag',
  caller: 'anyone',
  params: { id: projectId, ref: optional(filter(string()), 'The branch or tag; default: the default branch') },
  success: { status: 200, description: 'The pipeline', schemaFor: wholePipelineShape },
  handler: async (context, params) =>
    respond(whole(context))(await latestPipeline(context.forge, context, { project: params.id, ref: params.ref })),
})

const variable = {
  key: required(string(), 'The name'),
  value: required(string(), 'The value'),
  variable_type: withDefault(oneOf(PIPELINE_VARIABLE_TYPES), 'env_var', 'Whether jobs get the value or a file with it'),
}

const create = route({
  method: 'POST',
  path: '/projects/:id/pipeline',
  area,
  summary: 'Make a pipeline of a branch or tag',
  caller: 'user',
  params: {
    id: projectId,
    ref: required(string(), 'The branch or tag', { refusesBlank: true }),
    variables: optional(listOfObjects(variable), 'Variables that rules may look at'),
  },
  success: { status: 201, description: 'The pipeline', schemaFor: wholePipelineShape },
  handler: async (context, params) => {
    const variables = (params.variables ?? []).map(({ variable_type: type, ...rest }) => ({ ...rest, type }))
    let deprecated: NonNullable<Reply['deprecated']> = []
    const onDeprecatedUses: RunPipeline['onDeprecatedUses'] = (uses) => {
      deprecated = uses.map(lifespanOf)
    }
    const input = { project: params.id, ref: params.ref, variables, onDeprecatedUses }
    const made = respond(whole(context), 201)(await runPipeline(context.forge, callerOf(context), input))
    return E.isLeft(made) ? made : E.right({ ...made.right, deprecated })
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area,
  summary: 'Delete a pipeline',
  caller: 'user',
  params: oneParams,
  success: { status: 204, description: 'Gone' },
  handler: async (context, params) => {
    const ref = { project: params.id, id: params.pipeline_id }
    return respondNoContent(await deletePipeline(context.forge, callerOf(context), ref))
  },
})

/** Pipelines of a project. */
export const pipelineRoutes: ReadonlyArray<Route> = [
  list,
  latest,
  one,
  create,
  ...actions,
  remove,
  ...pipelineDetailRoutes,
]
