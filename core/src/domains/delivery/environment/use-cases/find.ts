import * as E from 'fp-ts/lib/Either.js'
import type { ProjectAbility } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, Query } from '../../../../app/forge.js'
import { forbidden, type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { mayInProject, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { mayDeployTo } from '../../protected-environment/facts.js'
import type { EnvironmentCommand } from '../commands.js'
import { environment } from '../decider.js'
import type { EnvironmentFilter, EnvironmentRow } from '../queries.js'

/** An environment by its number. Rejections: `RecordNotFound`. */
export const environmentRow = (forge: Forge, projectId: number, id: number): E.Either<Rejection, EnvironmentRow> => {
  const row = forge.read.environments.find(projectId, id)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}

/** Looks the environment up with read rights first, then asks for the ability: what is hidden is missing, what is seen may be forbidden. */
export const forChange = (
  forge: Forge,
  caller: Caller,
  project: ProjectRef,
  id: number,
  ability: ProjectAbility,
): E.Either<Rejection, EnvironmentRow> => {
  const access = projectFor(forge, caller.principal, project, 'read_environment')
  if (E.isLeft(access)) return access
  if (!mayInProject(access.right, ability)) return refuse(forbidden())
  const row = environmentRow(forge, access.right.project.id, id)
  // Protection keeps those out who may not deploy there, whatever they want to do.
  return E.isRight(row) && !mayDeployTo(forge, caller.principal, row.right) ? refuse(forbidden()) : row
}

/** Does one thing to an environment; how it is then. */
export const executeOn = async (
  forge: Forge,
  context: CommandContext,
  row: EnvironmentRow,
  command: EnvironmentCommand,
): Promise<E.Either<Rejection, EnvironmentRow>> => {
  const done = await forge.aggregates.execute(environment, row.id, command, context)
  return E.isLeft(done) ? done : environmentRow(forge, row.projectId, row.id)
}

/** Which environments of a project a list is to have. */
export interface ListEnvironments extends Omit<EnvironmentFilter, 'projectId'> {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** Environments of a project, by id. Rejections: `NotFound` (Project); `Forbidden`. */
export const listEnvironments: Query<ListEnvironments, Page<EnvironmentRow>> = (forge, { principal }, input) => {
  const { project, page, ...filter } = input
  const access = projectFor(forge, principal, project, 'read_environment')
  if (E.isLeft(access)) return access
  return E.right(forge.read.environments.list({ ...filter, projectId: access.right.project.id }, page))
}

/** An environment of a project as the API names it. */
export interface EnvironmentRef {
  readonly project: ProjectRef
  readonly id: number
}

/** One environment. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getEnvironment: Query<EnvironmentRef, EnvironmentRow> = (forge, { principal }, { project, id }) => {
  const access = projectFor(forge, principal, project, 'read_environment')
  return E.isLeft(access) ? access : environmentRow(forge, access.right.project.id, id)
}
