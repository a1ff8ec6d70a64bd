import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { type Changes, forbidden, notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { mayAdminRunner, runnerFor, runnerOfToken } from '../access.js'
import type { RunnerCommand } from '../commands.js'
import { runner } from '../decider.js'
import type { RunnerSettings } from '../events.js'
import type { RunnerRow } from '../queries.js'
import type { RegisteredRunner } from './register.js'

const TOKEN_LENGTH = 20

const execute = async (
  forge: Forge,
  { context }: Caller,
  row: RunnerRow,
  command: RunnerCommand,
): Promise<E.Either<Rejection, RunnerRow>> => {
  const done = await forge.aggregates.execute(runner, row.id, command, context)
  return E.isLeft(done) ? done : E.right(forge.read.runners.byId(row.id) ?? row)
}

/** Changes the settings of a runner. Rejections: `NotFound` (Runner); `Forbidden`; `Invalid`. */
export const changeRunner: UseCase<
  { readonly id: number; readonly changes: Changes<RunnerSettings> },
  RunnerRow
> = async (forge, caller, { id, changes }) => {
  const found = runnerFor(forge, caller.principal, id)
  return E.isLeft(found) ? found : execute(forge, caller, found.right, { type: 'Change', changes })
}

const SEVERAL = forbidden('Runner associated with more than one project')

/** Removes a runner. Rejections: `NotFound` (Runner); `Forbidden`, also where it is enabled for several projects. */
export const deleteRunner: UseCase<{ readonly id: number }, void> = async (forge, caller, { id }) => {
  const found = runnerFor(forge, caller.principal, id)
  if (E.isLeft(found)) return found
  if (found.right.projectIds.length > 1) return refuse(SEVERAL)
  const done = await execute(forge, caller, found.right, { type: 'Delete' })
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Removes the runner that has the authentication token. Rejections: `Forbidden`. */
export const unregisterRunner: UseCase<{ readonly token: string }, void> = async (forge, caller, { token }) => {
  const found = runnerOfToken(forge, token)
  if (E.isLeft(found)) return found
  const done = await execute(forge, caller, found.right, { type: 'Delete' })
  return E.isLeft(done) ? done : E.right(undefined)
}

const reset = async (
  forge: Forge,
  caller: Caller,
  found: E.Either<Rejection, RunnerRow>,
): Promise<E.Either<Rejection, RegisteredRunner>> => {
  if (E.isLeft(found)) return found
  const token = forge.secrets.token(TOKEN_LENGTH)
  const done = await execute(forge, caller, found.right, { type: 'ResetToken', digest: forge.secrets.digest(token) })
  return E.isLeft(done) ? done : E.right({ runner: done.right, token })
}

/** Issues a new authentication token for a runner. Rejections: `NotFound` (Runner); `Forbidden`. */
export const resetRunnerToken: UseCase<{ readonly id: number }, RegisteredRunner> = async (forge, caller, { id }) =>
  reset(forge, caller, runnerFor(forge, caller.principal, id))

/** Issues a new authentication token for the runner that has this one. Rejections: `Forbidden`. */
export const resetOwnToken: UseCase<{ readonly token: string }, RegisteredRunner> = async (forge, caller, { token }) =>
  reset(forge, caller, runnerOfToken(forge, token))

/** A runner and a project, as the API names them. */
export interface RunnerInProject {
  readonly project: ProjectRef
  readonly id: number
}

const refusalToEnable = (forge: Forge, caller: Caller, row: RunnerRow): Rejection | undefined => {
  if (row.type === 'instance_type') return forbidden('Runner is a shared runner')
  if (row.type === 'group_type') return forbidden('Runner is a group runner')
  if (row.locked) return forbidden('Runner is locked')
  return mayAdminRunner(forge, caller.principal, row) ? undefined : forbidden('No access granted')
}

/** Enables a runner of another project for this one. Rejections: `NotFound` (Project, Runner); `Forbidden`, also where it is locked or no project's; `Invalid` where it is enabled. */
export const enableRunner: UseCase<RunnerInProject, RunnerRow> = async (forge, caller, { project, id }) => {
  const access = projectFor(forge, caller.principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  const row = forge.read.runners.byId(id)
  if (row === undefined) return refuse(notFound('Runner'))
  const refusal = refusalToEnable(forge, caller, row)
  if (refusal !== undefined) return refuse(refusal)
  return execute(forge, caller, row, { type: 'Enable', projectId: access.right.project.id })
}

/** Disables a runner for a project. Rejections: `NotFound` (Project, Runner); `Forbidden`, also where it is its only one. */
export const disableRunner: UseCase<RunnerInProject, void> = async (forge, caller, { project, id }) => {
  const access = projectFor(forge, caller.principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  const { id: projectId } = access.right.project
  const row = forge.read.runners.byId(id)
  if (row === undefined || !row.projectIds.includes(projectId)) return refuse(notFound('Runner'))
  const done = await execute(forge, caller, row, { type: 'Disable', projectId })
  return E.isLeft(done) ? done : E.right(undefined)
}
