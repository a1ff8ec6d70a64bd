import {
  type Approval,
  approveDeployment,
  changeDeployment,
  createDeployment,
  DECISIONS,
  deleteDeployment,
  getDeployment,
  REQUESTED,
} from '@forgefold/core/domains/delivery/deployment'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  created,
  fragment,
  ifUnmodifiedSince,
  integer,
  ok,
  oneOf,
  optional,
  type Route,
  required,
  respond,
  route,
  string,
} from '../../../../http/index.js'
import { messageShape } from '../../instance/version/shape.js'
import { callerOf, projectId } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { deploymentListRoutes } from './list-routes.js'
import {
  isFree,
  presentApproval,
  presentWholeDeployment,
  presentWrittenDeployment,
  wholeDeploymentFragment,
} from './presenter.js'
import { approvalShape, deploymentShape, writtenDeploymentShape } from './shape.js'

const area = 'Deployments'

const deploymentId = required(integer(), 'The number of the deployment')

const PATH = '/projects/:id/deployments'

const ONE = `${PATH}/:deployment_id`

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one deployment',
  caller: 'user',
  params: { id: projectId, deployment_id: deploymentId },
  success: { status: 200, description: 'The deployment', schemaFor: deploymentShape },
  handler: ({ forge, principal }, params) => {
    const found = getDeployment(forge, { principal }, { project: params.id, id: params.deployment_id })
    if (E.isLeft(found)) return found
    if (isFree(forge, found.right)) return fragment(wholeDeploymentFragment(forge, found.right))
    return presentWholeDeployment(forge, principal, found.right).then(ok)
  },
})

const create = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Record a deployment',
  caller: 'user',
  params: {
    id: projectId,
    environment: required(string(), 'The name of the environment; made where it is missing', { refusesBlank: true }),
    sha: required(revision, 'The commit that is deployed', { refusesBlank: true }),
    ref: required(string(), 'The branch or tag', { refusesBlank: true }),
    tag: required(boolean(), 'Whether the ref is a tag'),
    status: required(oneOf(REQUESTED), 'The status it has'),
  },
  success: { status: 201, description: 'The deployment', schemaFor: writtenDeploymentShape },
  handler: async (context, params) => {
    const { id: project, environment, sha, ref, tag, status } = params
    const made = await createDeployment(context.forge, callerOf(context), {
      project,
      environment,
      sha,
      ref,
      tag,
      status,
    })
    return E.isLeft(made) ? made : created(await presentWrittenDeployment(context.forge, context.principal, made.right))
  },
})

const update = route({
  method: 'PUT',
  path: ONE,
  area,
  summary: 'Change the status of a deployment',
  caller: 'user',
  params: {
    id: projectId,
    deployment_id: deploymentId,
    status: required(oneOf(REQUESTED), 'The new status'),
  },
  success: { status: 200, description: 'The deployment', schemaFor: writtenDeploymentShape },
  handler: async (context, params) => {
    const input = { project: params.id, id: params.deployment_id, status: params.status }
    const changed = await changeDeployment(context.forge, callerOf(context), input)
    return E.isLeft(changed)
      ? changed
      : ok(await presentWrittenDeployment(context.forge, context.principal, changed.right))
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area,
  summary: 'Delete a deployment that is neither running nor the latest of its environment',
  caller: 'user',
  ...lifespanOf('deployments.delete'),
  params: { id: projectId, deployment_id: deploymentId },
  success: { status: 202, description: 'Accepted', schemaFor: messageShape },
  handler: async (context, params) => {
    const input = {
      project: params.id,
      id: params.deployment_id,
      unmodifiedSince: ifUnmodifiedSince(context.request),
    }
    const gone = await deleteDeployment(context.forge, callerOf(context), input)
    return respond(() => ({ message: '202 Accepted' }), 202)(gone)
  },
})

const approve = route({
  method: 'POST',
  path: `${ONE}/approval`,
  area,
  summary: 'Approve or reject a blocked deployment',
  caller: 'user',
  tier: 'premium',
  ...lifespanOf('deployments.approval'),
  params: {
    id: projectId,
    deployment_id: deploymentId,
    status: required(oneOf(DECISIONS), 'The decision'),
    comment: optional(string(), 'What goes with it'),
    represented_as: optional(
      string(),
      'The user, group or role in whose name, for those whom several rules mean',
      lifespanOf('deployments.approval.represented_as'),
    ),
  },
  success: { status: 201, description: 'The decision', schemaFor: approvalShape },
  handler: async (context, params) => {
    const decided = await approveDeployment(context.forge, callerOf(context), {
      project: params.id,
      id: params.deployment_id,
      status: params.status,
      comment: params.comment,
      representedAs: params.represented_as,
    })
    return respond((approval: Approval) => presentApproval(context.forge, approval), 201)(decided)
  },
})

/** Deployments of a project (docs/reference/behaviour/delivery.md#deployments). */
export const deploymentRoutes: ReadonlyArray<Route> = [...deploymentListRoutes, one, create, update, remove, approve]
