import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { project } from '../decider.js'
import { deletionDelay } from '../instance-rules.js'
import type { ProjectRow } from '../queries.js'

/** Deletes a project, releases its names and sets its repository aside; nothing where it is deleted already. */
export const eraseProject = async (
  forge: Forge,
  projectId: number,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  if (forge.read.projects.byId(projectId) === undefined) return E.right(undefined)
  const done = await forge.aggregates.execute(project, projectId, { type: 'Delete' }, withNewCommandId(forge, context))
  if (E.isLeft(done)) return done
  return forge.projectRepositories.remove(withNewCommandId(forge, context), projectId)
}

/** Delays the deletion of a project: it gets another name, so that its own becomes free at once. */
const markForDeletion = async (
  forge: Forge,
  row: ProjectRow,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  if (row.markedForDeletionOn !== null) return E.right(undefined)
  const suffix = `-deleted-${row.id}`
  const [name, path] = [`${row.name}${suffix}`, `${row.path}${suffix}`]
  const command = { type: 'MarkForDeletion', at: context.at, name, path } as const
  const done = await forge.aggregates.execute(project, row.id, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Whether the deletion of a project would be delayed; a personal project is deleted at once. */
export const isPutOff = (forge: Forge, row: ProjectRow): boolean =>
  row.groupId !== null && deletionDelay('project', forge.settings.current(), forge.instance) > 0

/** Deletes a project, or marks it for deletion where the settings delay that. */
export const deleteOrMarkProject = (
  forge: Forge,
  row: ProjectRow,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> =>
  isPutOff(forge, row) ? markForDeletion(forge, row, context) : eraseProject(forge, row.id, context)
