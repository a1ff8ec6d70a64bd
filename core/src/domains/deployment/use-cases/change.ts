import * as E from 'fp-ts/lib/Either.js'
import type { ProjectAbility } from '../../../access/index.js'
import type { Caller } from '../../../app/caller.js'
import { alongside } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import {
  conflict,
  forbidden,
  type Instant,
  preconditionFailed,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { mayInProject, type ProjectRef, projectFor } from '../../project/access.js'
import { mayDeployTo } from '../../protected-environment/facts.js'
import { deployment } from '../decider.js'
import type { DeploymentRow } from '../queries.js'
import type { RequestedStatus } from '../status.js'
import { settleSuccess } from './settle.js'

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

export interface ChangeDeployment {
  readonly project: ProjectRef
  readonly id: number
  readonly status: RequestedStatus
}

/** Moves a deployment to another status. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`, also where a job made it; `Invalid`. */
export const changeDeployment =
  (caller: Caller, input: ChangeDeployment): UseCase<DeploymentRow> =>
  (forge) =>
  async () => {
    const row = forChange(forge, caller, input.project, input.id, 'update_deployment')
    if (E.isLeft(row)) return row
    const { context } = caller
    const moved = await forge.aggregates.execute(
      deployment,
      input.id,
      { type: 'Move', to: input.status, at: context.at },
      context,
    )
    if (E.isLeft(moved)) return moved
    const now = forge.read.deployments.find(row.right.projectId, input.id)
    if (now === undefined) return refuse(recordNotFound)
    if (input.status === 'success') await settleSuccess(forge, context, now)
    return E.right(now)
  }

export interface DeleteDeployment {
  readonly project: ProjectRef
  readonly id: number
  /** What the caller saw last: a deployment changed since stays. */
  readonly unmodifiedSince: Instant | undefined
}

const TRIES = 8

/** Deletes a deployment that is neither running nor its environment's latest. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`; `PreconditionFailed`; `Refused`. */
export const deleteDeployment =
  (caller: Caller, input: DeleteDeployment): UseCase<void> =>
  (forge) =>
  async () => {
    for (let tries = 0; tries < TRIES; tries++) {
      const row = forChange(forge, caller, input.project, input.id, 'destroy_deployment')
      if (E.isLeft(row)) return row
      const { status, environmentId, updatedAt } = row.right
      if (input.unmodifiedSince !== undefined && updatedAt > input.unmodifiedSince) return refuse(preconditionFailed)
      const gone = await forge.aggregates.execute(
        deployment,
        input.id,
        { type: 'Delete', seen: status, latest: forge.read.deployments.latest(environmentId)?.id === input.id },
        alongside(forge, caller.context),
      )
      if (E.isRight(gone)) return E.right(undefined)
      // It moved between the look and the decision: look again.
      if (gone.left.kind !== 'Conflict') return gone
    }
    return refuse(conflict())
  }
