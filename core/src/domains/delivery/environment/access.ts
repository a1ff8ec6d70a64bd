import * as E from 'fp-ts/lib/Either.js'
import type { ProjectAbility } from '../../../access/project-abilities.js'
import type { Caller } from '../../../app/caller.js'
import type { Forge } from '../../../app/forge.js'
import { forbidden, type Rejection, recordNotFound, refuse } from '../../../kernel/rejection.js'
import { mayInProject, type ProjectRef, projectFor } from '../../projects/project/access.js'
import { mayDeployTo } from '../protected-environment/facts.js'
import type { EnvironmentRow } from './queries.js'

/** An environment by its number. Rejections: `RecordNotFound`. */
export const findEnvironmentRow = (
  forge: Forge,
  projectId: number,
  id: number,
): E.Either<Rejection, EnvironmentRow> => {
  return E.fromNullable(recordNotFound)(forge.read.environments.find(projectId, id))
}

/** Looks the environment up with read rights first, then asks for the ability: what is hidden is missing, what is seen may be forbidden. */
export const environmentForChange = (
  forge: Forge,
  caller: Caller,
  project: ProjectRef,
  id: number,
  ability: ProjectAbility,
): E.Either<Rejection, EnvironmentRow> => {
  const access = projectFor(forge, caller.principal, project, 'read_environment')
  if (E.isLeft(access)) return access
  if (!mayInProject(access.right, ability)) return refuse(forbidden())
  const row = findEnvironmentRow(forge, access.right.project.id, id)
  // Protection keeps those out who may not deploy there, whatever they want to do.
  return E.isRight(row) && !mayDeployTo(forge, caller.principal, row.right) ? refuse(forbidden()) : row
}
