import * as E from 'fp-ts/lib/Either.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse, refused } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../access.js'
import { lastOverdueDay } from '../instance-rules.js'
import type { ProjectRow } from '../queries.js'
import { deleteOrMarkProject, eraseProject, isPutOff } from '../steps/erase-project.js'

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
  if (input.permanently !== true || !isPutOff(forge, row)) return deleteOrMarkProject(forge, row, context)
  const refusal = refusalAtOnce(row, input.fullPath)
  return refusal === undefined ? eraseProject(forge, row.id, context) : refuse(refused(refusal))
}

/** Ends every project whose deletion has been put off for long enough; to be called at start and after each midnight UTC. Gives how many ended. */
export const eraseOverdueProjects: UseCase<void, number> = (forge, { context }) => {
  const due = forge.read.projects.markedForDeletion(lastOverdueDay(forge.clock.now(), forge.settings.current()))
  return executeForEach(forge, context, due, (id, own) => eraseProject(forge, id, own))
}
