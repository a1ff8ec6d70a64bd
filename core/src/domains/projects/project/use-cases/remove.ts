import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { type Rejection, refuse, refused } from '../../../../kernel/index.js'
import { removeRepository } from '../../repository/steps/create-repository.js'
import { type ProjectRef, projectFor } from '../access.js'
import { project } from '../decider.js'
import { deletionDelay, lastOverdueDay } from '../instance-rules.js'
import type { ProjectRow } from '../queries.js'

/** Removes a project, frees its names and sets its repository aside; nothing happens where it is gone already. */
export const eraseProject = async (
  forge: Forge,
  projectId: number,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  if (forge.read.projects.byId(projectId) === undefined) return E.right(undefined)
  const done = await forge.aggregates.execute(project, projectId, { type: 'Delete' }, withNewCommandId(forge, context))
  if (E.isLeft(done)) return done
  return removeRepository(forge, { projectId, context: withNewCommandId(forge, context) })
}

/** Puts the end of a project off: it waits under another name, so that its own is free at once. */
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

/** Whether the end of a project would be put off; one in a user's own place ends at once. */
const isPutOff = (forge: Forge, row: ProjectRow): boolean =>
  row.groupId !== null && deletionDelay('project', forge.settings.current(), forge.instance) > 0

/** Ends a project, or marks it for deletion where the settings put that off. */
export const endProject = (
  forge: Forge,
  row: ProjectRow,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> =>
  isPutOff(forge, row) ? markForDeletion(forge, row, context) : eraseProject(forge, row.id, context)

/** What stands against ending at once what would else be put off. */
const refusalAtOnce = (row: ProjectRow, fullPath: string | undefined): string | undefined => {
  if (row.markedForDeletionOn === null) return 'Project must be marked for deletion first.'
  if (row.fullPath === fullPath) return undefined
  return '`full_path` is incorrect. You must enter the complete path for the project.'
}

/** Which project is to go, and whether for good at once. */
export interface ProjectDeletion {
  readonly ref: ProjectRef
  /** Ends at once what is marked for deletion already. */
  readonly permanently?: boolean
  /** Has to be the whole path of the project where it is to end at once. */
  readonly fullPath?: string | undefined
}

/** Deletes a project, or marks it for deletion where the settings put that off. Rejections: `NotFound` (Project), `Forbidden`, `Refused`. */
export const deleteProject: UseCase<ProjectDeletion, void> = async (forge, { principal, context }, input) => {
  const found = projectFor(forge, principal, input.ref, 'remove_project')
  if (E.isLeft(found)) return found
  const row = found.right.project
  if (input.permanently !== true || !isPutOff(forge, row)) return endProject(forge, row, context)
  const refusal = refusalAtOnce(row, input.fullPath)
  return refusal === undefined ? eraseProject(forge, row.id, context) : refuse(refused(refusal))
}

/** Ends every project whose deletion has been put off for long enough; to be called at start and after each midnight UTC. Gives how many ended. */
export const eraseOverdueProjects: UseCase<void, number> = async (forge, { context }) => {
  const due = forge.read.projects.markedForDeletion(lastOverdueDay(forge.clock.now(), forge.settings.current()))
  for (const id of due) {
    const done = await eraseProject(forge, id, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
  }
  return E.right(due.length)
}
