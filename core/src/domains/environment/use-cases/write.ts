import * as E from 'fp-ts/lib/Either.js'
import type { ProjectAbility } from '../../../access/index.js'
import type { Caller } from '../../../app/caller.js'
import { alongside } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import { streamOf } from '../../../kernel/aggregate.js'
import { forbidden, type Rejection, recordNotFound, refuse } from '../../../kernel/index.js'
import { deployment } from '../../deployment/decider.js'
import { mayInProject, type ProjectRef, projectFor } from '../../project/access.js'
import type { EnvironmentCommand } from '../commands.js'
import { environment } from '../decider.js'
import type { EnvironmentRow } from '../queries.js'
import type { EnvironmentTier } from '../tier.js'
import { environmentName, environmentTaken, makeEnvironment } from './ensure.js'

const rowOf = (forge: Forge, projectId: number, id: number): E.Either<Rejection, EnvironmentRow> => {
  const row = forge.read.environments.find(projectId, id)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}

export interface CreateEnvironment {
  readonly project: ProjectRef
  readonly name: string
  readonly externalUrl: string | undefined
  readonly tier: EnvironmentTier | undefined
}

/** Makes an environment. Rejections: `NotFound` (Project); `Forbidden`; `Invalid`, also where the name is taken. */
export const createEnvironment =
  (caller: Caller, input: CreateEnvironment): UseCase<EnvironmentRow> =>
  (forge) =>
  async () => {
    const access = projectFor(forge, caller.principal, input.project, 'create_environment')
    if (E.isLeft(access)) return access
    const projectId = access.right.project.id
    const made = await makeEnvironment(forge, caller.context, {
      projectId,
      name: input.name,
      externalUrl: input.externalUrl ?? null,
      tier: input.tier,
    })
    if (E.isLeft(made)) return made.left.kind === 'Conflict' ? refuse(environmentTaken) : made
    return rowOf(forge, projectId, made.right)
  }

/** Looks the environment up with read rights first, then asks for the ability: what is hidden is missing, what is seen may be forbidden. */
const forChange = (
  forge: Forge,
  caller: Caller,
  project: ProjectRef,
  id: number,
  ability: ProjectAbility,
): E.Either<Rejection, EnvironmentRow> => {
  const access = projectFor(forge, caller.principal, project, 'read_environment')
  if (E.isLeft(access)) return access
  if (!mayInProject(access.right, ability)) return refuse(forbidden())
  return rowOf(forge, access.right.project.id, id)
}

const execute = async (
  forge: Forge,
  caller: Caller,
  row: EnvironmentRow,
  command: EnvironmentCommand,
): Promise<E.Either<Rejection, EnvironmentRow>> => {
  const done = await forge.aggregates.execute(environment, row.id, command, caller.context)
  return E.isLeft(done) ? done : rowOf(forge, row.projectId, row.id)
}

export interface ChangeEnvironment {
  readonly project: ProjectRef
  readonly id: number
  readonly externalUrl: string | null | undefined
  readonly tier: EnvironmentTier | undefined
}

/** Changes address or tier. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `Invalid`. */
export const changeEnvironment =
  (caller: Caller, input: ChangeEnvironment): UseCase<EnvironmentRow> =>
  (forge) =>
  async () => {
    const row = forChange(forge, caller, input.project, input.id, 'update_environment')
    if (E.isLeft(row)) return row
    return execute(forge, caller, row.right, {
      type: 'Change',
      ...(input.externalUrl === undefined ? {} : { externalUrl: input.externalUrl }),
      ...(input.tier === undefined ? {} : { tier: input.tier }),
    })
  }

/** Stops it; stopping it twice is no error. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const stopEnvironment =
  (caller: Caller, project: ProjectRef, id: number): UseCase<EnvironmentRow> =>
  (forge) =>
  async () => {
    const row = forChange(forge, caller, project, id, 'stop_environment')
    return E.isLeft(row) ? row : execute(forge, caller, row.right, { type: 'Stop' })
  }

/** Deletes a stopped environment with its deployments. Rejections: `NotFound` (Project); `Forbidden`, also while it is available; `RecordNotFound`. */
export const deleteEnvironment =
  (caller: Caller, project: ProjectRef, id: number): UseCase<void> =>
  (forge) =>
  async () => {
    const row = forChange(forge, caller, project, id, 'destroy_environment')
    if (E.isLeft(row)) return row
    const { context } = caller
    const gone = await forge.aggregates.execute(environment, id, { type: 'Delete' }, context)
    if (E.isLeft(gone)) return gone
    await forge.reservations.release(
      environmentName(row.right.projectId, row.right.name),
      streamOf(environment, id),
      context,
    )
    for (const deploymentId of forge.read.deployments.ofEnvironment(id))
      await forge.aggregates.execute(
        deployment,
        deploymentId,
        { type: 'DeleteWithEnvironment' },
        alongside(forge, context),
      )
    return E.right(undefined)
  }
