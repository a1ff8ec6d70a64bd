import * as E from 'fp-ts/lib/Either.js'
import type { ProjectAbility } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { retriedOnConflict } from '../../../../app/retry.js'
import {
  forbidden,
  type Instant,
  isAfter,
  preconditionFailed,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../../kernel/index.js'
import { mayInProject, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { mayDeployTo } from '../../protected-environment/facts.js'
import { deployment } from '../decider.js'
import type { DeploymentRow } from '../queries.js'
import type { RequestedStatus } from '../status.js'
import { withEnvironmentLock } from '../steps/environment-lock.js'
import { followSuccess } from '../steps/follow-success.js'

const forChange = (
  forge: Forge,
  caller: Caller,
  project: ProjectRef,
  id: number,
  ability: ProjectAbility,
): E.Either<Rejection, DeploymentRow> => {
  const access = projectFor(forge, caller.principal, project, 'read_deployment')
  if (E.isLeft(access)) return access
  const row = forge.read.deployments.find(access.right.project.id, id)
  if (row === undefined) return refuse(recordNotFound)
  const { projectId, environmentName: name, environmentTier: tier } = row
  const may = mayInProject(access.right, ability) && mayDeployTo(forge, caller.principal, { projectId, name, tier })
  return may ? E.right(row) : refuse(forbidden())
}

/** The new status of a deployment that runs elsewhere. */
export interface ChangeDeployment {
  readonly project: ProjectRef
  readonly id: number
  readonly status: RequestedStatus
}

/** How often the change is repeated where the status has changed meanwhile. */
const ATTEMPTS = 8

/** A deployment that is no longer successful may make another one the latest, which must not be deleted at the same time. */
const leavesSuccess = (row: DeploymentRow, to: RequestedStatus): boolean => row.status === 'success' && to !== 'success'

/** Moves a deployment to another status. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`, also where a job made it; `Invalid`. */
export const changeDeployment: UseCase<ChangeDeployment, DeploymentRow> = async (
  forge,
  caller,
  { project, id, status: to },
) =>
  retriedOnConflict(ATTEMPTS, async () => {
    const row = forChange(forge, caller, project, id, 'update_deployment')
    if (E.isLeft(row)) return row
    const context = withNewCommandId(forge, caller.context)
    const command = { type: 'Move', to, seen: row.right.status, at: context.at } as const
    const move = () => forge.aggregates.execute(deployment, id, command, context)
    const moved = leavesSuccess(row.right, to)
      ? await withEnvironmentLock(forge, context, row.right.environmentId, move)
      : await move()
    if (E.isLeft(moved)) return moved
    const now = forge.read.deployments.find(row.right.projectId, id)
    if (now === undefined) return refuse(recordNotFound)
    if (to === 'success') await followSuccess(forge, context, now)
    return E.right(now)
  })

/** Which deployment to delete. */
export interface DeleteDeployment {
  readonly project: ProjectRef
  readonly id: number
  /** When the caller last read it: a deployment changed later is not deleted. */
  readonly unmodifiedSince: Instant | undefined
}

const deleteUnlessLatest = async (
  forge: Forge,
  caller: Caller,
  { id, unmodifiedSince }: DeleteDeployment,
  { status, environmentId, updatedAt }: DeploymentRow,
): Promise<E.Either<Rejection, unknown>> => {
  if (isAfter(updatedAt, unmodifiedSince)) return refuse(preconditionFailed)
  const latest = forge.read.deployments.latest(environmentId)?.id === id
  const context = withNewCommandId(forge, caller.context)
  return forge.aggregates.execute(deployment, id, { type: 'Delete', seen: status, latest }, context)
}

/** Deletes a deployment that is neither running nor its environment's latest. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`; `PreconditionFailed`; `Refused`. */
export const deleteDeployment: UseCase<DeleteDeployment, void> = async (forge, caller, input) =>
  retriedOnConflict(ATTEMPTS, async () => {
    const row = forChange(forge, caller, input.project, input.id, 'destroy_deployment')
    if (E.isLeft(row)) return row
    const remove = () => deleteUnlessLatest(forge, caller, input, row.right)
    const { status, environmentId } = row.right
    const gone =
      status === 'success' ? await withEnvironmentLock(forge, caller.context, environmentId, remove) : await remove()
    return E.isLeft(gone) ? gone : E.right(undefined)
  })
