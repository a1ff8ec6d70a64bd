import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/instance-policy.js'
import type { Query, UseCase } from '../../../../app/forge.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import type { ProjectRow } from '../../project/queries.js'

/** The repository whose housekeeping runs, and whether leftovers of crashes are pruned. */
export interface RunHousekeeping {
  readonly project: ProjectRef
  readonly prune: boolean
}

/** Starts the housekeeping of a repository (repacking) and does not wait for it to finish. Rejections: `NotFound` (Project); `Forbidden`. */
export const runHousekeeping: UseCase<RunHousekeeping, void> = async (forge, { principal }, { project, prune }) => {
  const found = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(found)) return found
  const { id } = found.right.project
  // Failures are ignored: the maintenance after one of the next pushes makes up for them.
  forge.git.maintain(id, prune ? 'gc' : 'full').catch(() => undefined)
  return E.right(undefined)
}

/** The project whose storage is requested. Rejections: `Unauthenticated`; `Forbidden` except for administrators; `NotFound` (Project). */
export const readStorage: Query<ProjectRef, ProjectRow> = (forge, { principal }, ref) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const found = projectFor(forge, principal, ref, 'read_project')
  return E.isLeft(found) ? found : E.right(found.right.project)
}
