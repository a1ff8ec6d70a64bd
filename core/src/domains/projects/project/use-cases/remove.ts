import * as E from 'fp-ts/lib/Either.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../access.js'
import { lastOverdueDay } from '../instance-rules.js'
import { type Deletion, permanentDeletionRefusal } from '../permanent-deletion.js'
import { deleteOrMarkProject, eraseProject, isPutOff } from '../steps/erase-project.js'

/** Deletes a project, or marks it for deletion where the settings delay that. Rejections: `NotFound` (Project), `Forbidden`, `Refused`. */
export const deleteProject: UseCase<Deletion<ProjectRef>, void> = async (forge, { principal, context }, input) => {
  const found = projectFor(forge, principal, input.ref, 'remove_project')
  if (E.isLeft(found)) return found
  const row = found.right.project
  if (input.permanently !== true || !isPutOff(forge, row)) return deleteOrMarkProject(forge, row, context)
  const refusal = permanentDeletionRefusal('project', row, input.fullPath)
  return refusal === undefined ? eraseProject(forge, row.id, context) : refuse(refusal)
}

/** Deletes every project whose deletion delay is over; called at start and after each midnight UTC. Returns how many there were. */
export const eraseOverdueProjects: UseCase<void, number> = (forge, { context }) => {
  const due = forge.read.projects.markedForDeletion(lastOverdueDay(forge.clock.now(), forge.settings.current()))
  return executeForEach(forge, context, due, (id, own) => eraseProject(forge, id, own))
}
