import { findGroup } from '@forgefold/core/domains/projects/group'
import { type ProjectAccess, projectFor } from '@forgefold/core/domains/projects/project'
import { listMergeRequests, type MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import { badParameters } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Context,
  integer,
  listedFragment,
  pageRequest,
  type Route,
  reject,
  required,
  route,
} from '../../../../http/index.js'
import { groupId, projectId, signedInOf } from '../../path-ids.js'
import { arrayOf, either } from '../../shape.js'
import { EXCLUSIVE, globalParams, groupParams, projectParams } from './list-params.js'
import { filterOf, type ListParams } from './merge-request-filter.js'
import { AREA, LIST } from './params.js'
import { presentMergeRequestList } from './presenter/fragments.js'
import { listedMergeRequestShape, simpleMergeRequestShape } from './shape.js'

const answerList = (
  context: Context,
  params: ListParams,
  place: Pick<MergeRequestFilter, 'groupId' | 'deploymentId'>,
  project?: ProjectAccess,
): Answer | Promise<Answer> => {
  const { forge } = context
  const byTime = params.order_by === undefined || params.order_by === 'created_at' || params.order_by === 'updated_at'
  if (!byTime && !releaseHas('merge_requests.order_by_title', forge.instance.release))
    return reject(badParameters('order_by does not have a valid value'))
  const { userId } = signedInOf(context)
  const request = pageRequest(params)
  const found = listMergeRequests(forge, context, {
    project,
    filter: { ...place, ...filterOf(forge, userId, params) },
    page: request,
    recheck: params.with_merge_status_recheck,
  })
  if (E.isLeft(found)) return found
  const page = found.right
  const text = presentMergeRequestList(forge, page.rows, {
    place: project === undefined ? 'elsewhere' : 'project',
    labelsDetails: params.with_labels_details === true,
    simple: params.view === 'simple',
  })
  return text instanceof Promise
    ? text.then((made) => listedFragment(page, request, made))
    : listedFragment(page, request, text)
}

const success = {
  status: 200,
  description: 'The merge requests',
  schemaFor: arrayOf(either(listedMergeRequestShape, simpleMergeRequestShape)),
}

const global = route({
  method: 'GET',
  path: '/merge_requests',
  area: AREA,
  summary: 'List merge requests of every project that the caller may read',
  caller: 'user',
  params: globalParams,
  exclusive: EXCLUSIVE,
  success,
  handler: (context, params) => answerList(context, params, {}),
})

const ofProject = route({
  method: 'GET',
  path: LIST,
  area: AREA,
  summary: 'List the merge requests of a project',
  caller: 'user',
  params: { id: projectId, ...projectParams },
  exclusive: EXCLUSIVE,
  success,
  handler: (context, params) => {
    const found = projectFor(context.forge, context.principal, params.id, 'read_merge_request')
    if (E.isLeft(found)) return found
    return answerList(context, params, {}, found.right)
  },
})

const ofGroup = route({
  method: 'GET',
  path: '/groups/:id/merge_requests',
  area: AREA,
  summary: 'List the merge requests of a group and of the groups below it',
  caller: 'user',
  params: { id: groupId, ...groupParams },
  exclusive: EXCLUSIVE,
  success,
  handler: (context, params) => {
    const found = findGroup(context.forge, context.principal, params.id)
    if (E.isLeft(found)) return found
    return answerList(context, params, { groupId: found.right.group.id })
  },
})

/**
 * The merge requests that were linked at the deployment's success; whether the deployment exists is not checked
 * (docs/reference/behaviour/delivery.md#merge-requests-of-a-deployment).
 */
const ofDeployment = route({
  method: 'GET',
  path: '/projects/:id/deployments/:deployment_id/merge_requests',
  area: 'Deployments',
  summary: 'List the merge requests that a deployment shipped',
  caller: 'user',
  params: {
    id: projectId,
    deployment_id: required(integer(), 'The number of the deployment'),
    ...globalParams,
    ...projectParams,
  },
  exclusive: EXCLUSIVE,
  success,
  handler: (context, params) => {
    const found = projectFor(context.forge, context.principal, params.id, 'read_deployment')
    if (E.isLeft(found)) return found
    return answerList(context, params, { deploymentId: params.deployment_id }, found.right)
  },
})

export const mergeRequestListRoutes: ReadonlyArray<Route> = [global, ofProject, ofGroup, ofDeployment]
