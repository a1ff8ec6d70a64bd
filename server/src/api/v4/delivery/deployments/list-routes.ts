import { listDeployments, ORDERS, STATUSES } from '@forgefold/core/domains/delivery/deployment'
import { badRequest } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  filter,
  listedFragment,
  oneOf,
  optional,
  pageInfo,
  pageRequest,
  paging,
  type Route,
  reject,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { bounds, direction } from '../../list-params.js'
import { projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { deploymentsFragment, isPlain, presentDeployments } from './presenter.js'
import { listedDeploymentShape } from './shape.js'

const list = route({
  method: 'GET',
  path: '/projects/:id/deployments',
  area: 'Deployments',
  summary: 'List the deployments of a project',
  caller: 'user',
  params: {
    id: projectId,
    order_by: withDefault(oneOf(ORDERS), 'id', 'What to sort by'),
    sort: direction('asc'),
    ...bounds('updated', 'Changed'),
    environment: optional(filter(string()), 'The exact name of the environment'),
    status: optional(oneOf(STATUSES), 'The status'),
    ...paging,
  },
  success: { status: 200, description: 'The deployments', schemaFor: arrayOf(listedDeploymentShape) },
  handler: (context, params) => {
    const filtersByTime = params.updated_after !== undefined || params.updated_before !== undefined
    const { release } = context.forge.instance
    if (filtersByTime && params.order_by !== 'updated_at' && releaseHas('deployments.paired_time_filter', release))
      return reject(badRequest('`updated_at` filter requires `updated_at` sort'))
    const page = pageRequest(params)
    const input = {
      project: params.id,
      page,
      orderBy: params.order_by,
      sort: params.sort,
      updatedAfter: params.updated_after,
      updatedBefore: params.updated_before,
      environment: params.environment,
      status: params.status,
    }
    const found = listDeployments(context.forge, context, input)
    if (E.isLeft(found)) return found
    if (found.right.rows.every(isPlain))
      return listedFragment(found.right, page, deploymentsFragment(context.forge, found.right.rows))
    return presentDeployments(context.forge, context.principal, found.right.rows).then((json) =>
      answer({ status: 200, json, page: pageInfo(found.right, page) }),
    )
  },
})

/** The deployments of a project, as a list. */
export const deploymentListRoutes: ReadonlyArray<Route> = [list]
