import {
  listAllRunners,
  listGroupRunners,
  listOwnRunners,
  listProjectRunners,
  type RunnerRow,
} from '@forgefold/core/domains/delivery/runner'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Context,
  listed,
  pageOf,
  pageRequest,
  paging,
  type Route,
  route,
} from '../../../../http/index.js'
import { groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { filterOf, groupFilterParams, ownFilterParams, scopedFilterParams } from './params.js'
import { presentRunner } from './presenter.js'
import { runnerShape } from './shape.js'

const area = 'Runners'
const success = { status: 200, description: 'The runners', schemaFor: arrayOf(runnerShape) }

const shown = (
  { forge }: Context,
  params: { readonly page?: number | undefined; readonly per_page?: number | undefined },
  found: E.Either<Rejection, ReadonlyArray<RunnerRow>>,
): Answer => {
  const page = pageRequest(params)
  return E.isLeft(found) ? found : listed(pageOf(found.right, page), page, (row) => presentRunner(forge, row))
}

/** Lists of runners. */
export const runnerListRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/runners',
    area,
    summary: 'List the runners that the caller looks after',
    caller: 'user',
    params: { ...ownFilterParams, ...paging },
    success,
    handler: (context, params) => shown(context, params, listOwnRunners(context.forge, context, filterOf(params))),
  }),
  route({
    method: 'GET',
    path: '/runners/all',
    area,
    summary: 'List every runner of the instance',
    caller: 'admin',
    params: { ...scopedFilterParams, ...paging },
    success,
    handler: (context, params) => shown(context, params, listAllRunners(context.forge, context, filterOf(params))),
  }),
  route({
    method: 'GET',
    path: '/projects/:id/runners',
    area,
    summary: 'List the runners that take jobs of a project',
    caller: 'user',
    params: { id: projectId, ...scopedFilterParams, ...paging },
    success,
    handler: (context, params) => {
      const input = { project: params.id, filter: filterOf(params) }
      return shown(context, params, listProjectRunners(context.forge, context, input))
    },
  }),
  route({
    method: 'GET',
    path: '/groups/:id/runners',
    area,
    summary: 'List the runners of a group, of the groups above it and of the instance',
    caller: 'user',
    params: { id: groupId, ...groupFilterParams, ...paging },
    success,
    handler: (context, params) => {
      const input = { group: params.id, filter: filterOf(params) }
      return shown(context, params, listGroupRunners(context.forge, context, input))
    },
  }),
]
