import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { type ProjectRef, projectFor } from '../access.js'
import { project } from '../decider.js'
import type { ProjectRow } from '../queries.js'
import { shownProject } from './create.js'

/**
 * Takes a deletion back that was put off: the project has its name again and can be written to as before.
 *
 * Rejections: `NotFound` (Project), `Forbidden`, `Invalid` where its name or path was taken meanwhile.
 */
export const restoreProject: UseCase<ProjectRef, ProjectRow> = async (forge, { principal, context }, ref) => {
  const found = projectFor(forge, principal, ref, 'remove_project')
  if (E.isLeft(found)) return found
  const { id } = found.right.project
  const done = await forge.aggregates.execute(project, id, { type: 'Restore' }, context)
  return E.isLeft(done) ? done : shownProject(forge, id)
}
