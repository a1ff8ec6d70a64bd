import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Instant, Rejection } from '../../../kernel/index.js'
import { conflict, forbidden, invalid, recordNotFound, refuse, refused } from '../../../kernel/index.js'
import { isSatisfied } from './approval.js'
import type { DeploymentCommand } from './commands.js'
import { type DeploymentEvent, deploymentEvents } from './events.js'
import type { DeploymentState, LiveDeployment } from './state.js'
import { canTransition, type DeploymentStatus, isFinished, TRANSITION_NAMES } from './status.js'

type Decision = E.Either<Rejection, ReadonlyArray<DeploymentEvent>>
type Of<Type extends DeploymentCommand['type']> = Extract<DeploymentCommand, { readonly type: Type }>

/** The refusal of a status change by the API for a deployment that a job created. */
const MADE_BY_JOB = 'Deployments created using GitLab CI can not be updated using the API'

const eventForStatus: Readonly<Record<Exclude<DeploymentStatus, 'created'>, (at: Instant) => DeploymentEvent>> = {
  running: (at) => ({ type: 'DeploymentStarted', data: { at } }),
  success: (at) => ({ type: 'DeploymentSucceeded', data: { at } }),
  failed: (at) => ({ type: 'DeploymentFailed', data: { at } }),
  canceled: (at) => ({ type: 'DeploymentCanceled', data: { at } }),
  skipped: (at) => ({ type: 'DeploymentSkipped', data: { at } }),
  blocked: (at) => ({ type: 'DeploymentBlocked', data: { at } }),
}

const create = (command: Of<'Create'>, state: DeploymentState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { status, introduces: name, at } = command
  // Member by member: taking the others away from the command costs ten times as much.
  const { projectId, iid, environmentId, ref, tag, sha, userId, jobId } = command
  return E.right([
    { type: 'DeploymentCreated', data: { projectId, iid, environmentId, ref, tag, sha, userId, jobId } },
    ...(name === undefined ? [] : [{ type: 'EnvironmentIntroduced', data: { name } } as const]),
    ...(status === 'created' ? [] : [eventForStatus[status](at)]),
  ])
}

const move = (command: Of<'Move'>, live: LiveDeployment): Decision => {
  if (live.jobId !== null) return refuse(forbidden(MADE_BY_JOB))
  if (command.seen !== undefined && command.seen !== live.status) return refuse(conflict())
  if (!canTransition(live.status, command.to))
    return refuse(invalid({ status: [`cannot transition via "${TRANSITION_NAMES[command.to]}"`] }))
  return E.right([eventForStatus[command.to](command.at)])
}

const followJob = (command: Of<'FollowJob'>, live: LiveDeployment): Decision => {
  const { to, at } = command
  if (to === live.status) return E.right([])
  if (to === 'created') return E.right(live.status === 'skipped' ? [{ type: 'DeploymentUnblocked', data: { at } }] : [])
  if (to === 'skipped') return E.right([eventForStatus.skipped(at)])
  return E.right(canTransition(live.status, to) ? [eventForStatus[to](at)] : [])
}

const decideApproval = (command: Of<'Decide'>, live: LiveDeployment): Decision => {
  const { userId, decision, comment, ruleId, requirement, at } = command
  const before = live.approvals.find((one) => one.userId === userId)
  if (before?.status === decision) return E.right([])
  if (live.status !== 'blocked' || live.rejected)
    return refuse(refused('This deployment is not waiting for approvals.'))
  const said = {
    userId,
    status: decision,
    comment,
    ruleId: before === undefined ? ruleId : before.ruleId,
    at: before?.at ?? at,
  }
  const given: DeploymentEvent = { type: 'ApprovalGiven', data: said }
  if (decision === 'rejected') return E.right([given, eventForStatus.failed(at)])
  const approvals = [...live.approvals.filter((one) => one.userId !== userId), said]
  return E.right(
    live.jobId !== null && isSatisfied(requirement, approvals)
      ? [given, { type: 'DeploymentUnblocked', data: { at } }]
      : [given],
  )
}

const remove = (command: Of<'Delete'>, live: LiveDeployment): Decision => {
  if (live.status === 'running') return refuse(refused('400 Cannot destroy running deployment'))
  if (live.status !== command.seen) return refuse(conflict())
  if (command.latest) return refuse(refused('400 Deployment currently deployed to environment'))
  return E.right([{ type: 'DeploymentDeleted', data: {} }])
}

const arrive = (live: LiveDeployment, status: DeploymentStatus, at: Instant): LiveDeployment => ({
  ...live,
  status,
  finishedAt: isFinished(status) ? at : live.finishedAt,
})

/** One commit deployed to one environment. */
export const deployment: Aggregate<DeploymentCommand, DeploymentEvent, DeploymentState> = {
  category: 'deployment',
  stateVersion: 2,
  events: deploymentEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    switch (command.type) {
      case 'Move':
        return move(command, state)
      case 'FollowJob':
        return followJob(command, state)
      case 'Decide':
        return decideApproval(command, state)
      case 'Block':
        return E.right(
          state.status === 'created' && !isSatisfied(command.requirement, state.approvals)
            ? [eventForStatus.blocked(command.at)]
            : [],
        )
      case 'LiftBlock':
        return E.right(state.status === 'blocked' ? [{ type: 'DeploymentUnblocked', data: { at: command.at } }] : [])
      case 'LinkMergeRequests':
        return E.right(
          state.linked ? [] : [{ type: 'MergeRequestsLinked', data: { mergeRequestIds: [...new Set(command.ids)] } }],
        )
      case 'Delete':
        return remove(command, state)
      case 'DeleteWithEnvironment':
        return E.right([{ type: 'DeploymentDeleted', data: {} }])
    }
  },
  evolve: (state, event) => {
    if (event.type === 'DeploymentCreated')
      return {
        kind: 'live',
        ...event.data,
        status: 'created',
        finishedAt: null,
        approvals: [],
        rejected: false,
        mergeRequestIds: [],
        linked: false,
      }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'EnvironmentIntroduced':
        return state
      case 'DeploymentStarted':
        return arrive(state, 'running', event.data.at)
      case 'DeploymentSucceeded':
        return arrive(state, 'success', event.data.at)
      case 'DeploymentFailed':
        return arrive(state, 'failed', event.data.at)
      case 'DeploymentCanceled':
        return arrive(state, 'canceled', event.data.at)
      case 'DeploymentSkipped':
        return arrive(state, 'skipped', event.data.at)
      case 'DeploymentBlocked':
        return arrive(state, 'blocked', event.data.at)
      case 'DeploymentUnblocked':
        return arrive(state, 'created', event.data.at)
      case 'ApprovalGiven':
        return {
          ...state,
          approvals: state.approvals.some((one) => one.userId === event.data.userId)
            ? state.approvals.map((one) => (one.userId === event.data.userId ? event.data : one))
            : [...state.approvals, event.data],
          rejected: state.rejected || event.data.status === 'rejected',
        }
      case 'MergeRequestsLinked':
        return { ...state, linked: true, mergeRequestIds: event.data.mergeRequestIds }
      case 'DeploymentDeleted':
        return { kind: 'deleted' }
    }
  },
}
