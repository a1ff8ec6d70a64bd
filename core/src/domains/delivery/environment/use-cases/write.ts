import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { EnvironmentTier } from '../../environment-naming/tier.js'
import { environmentForChange, findEnvironmentRow } from '../access.js'
import type { EnvironmentRow } from '../queries.js'
import { environmentNameTaken, environmentTaken, makeEnvironment } from '../steps/ensure-environment.js'
import { eraseEnvironment } from '../steps/erase-environment.js'
import { executeOnEnvironment } from '../steps/execute-on-environment.js'
import type { EnvironmentRef } from './find.js'

/** A new environment. */
export interface CreateEnvironment {
  readonly project: ProjectRef
  readonly name: string
  readonly externalUrl: string | undefined
  readonly tier: EnvironmentTier | undefined
}

/** Makes an environment. Rejections: `NotFound` (Project); `Forbidden`; `Invalid`, also where the name is taken. */
export const createEnvironment: UseCase<CreateEnvironment, EnvironmentRow> = async (forge, caller, input) => {
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
  return findEnvironmentRow(forge, projectId, made.right)
}

/** A change of an environment; omitted fields stay as they are. */
export interface ChangeEnvironment {
  readonly project: ProjectRef
  readonly id: number
  readonly name: string | undefined
  readonly externalUrl: string | null | undefined
  readonly tier: EnvironmentTier | undefined
}

/** Changes the name, the URL or the tier; the slug stays. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `Invalid`, also where the name is taken. */
export const changeEnvironment: UseCase<ChangeEnvironment, EnvironmentRow> = async (forge, caller, input) => {
  const row = environmentForChange(forge, caller, input.project, input.id, 'update_environment')
  if (E.isLeft(row)) return row
  const done = await executeOnEnvironment(forge, caller.context, row.right, {
    type: 'Change',
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.externalUrl === undefined ? {} : { externalUrl: input.externalUrl }),
    ...(input.tier === undefined ? {} : { tier: input.tier }),
  })
  const isTaken = input.name !== undefined && E.isLeft(done) && done.left.kind === 'Conflict'
  return isTaken ? refuse(environmentNameTaken) : done
}

/** Deletes a stopped environment with its deployments. Rejections: `NotFound` (Project); `Forbidden`, also while it is available; `RecordNotFound`. */
export const deleteEnvironment: UseCase<EnvironmentRef, void> = async (forge, caller, { project, id }) => {
  const row = environmentForChange(forge, caller, project, id, 'destroy_environment')
  if (E.isLeft(row)) return row
  return eraseEnvironment(forge, caller.context, id)
}
