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

/** Finds the environment with read access first, then checks the ability: a hidden one is not found, a visible one may be forbidden. */
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
  // Users who may not deploy to a protected environment may not change it either.
  return E.isRight(row) && !mayDeployTo(forge, caller.principal, row.right) ? refuse(forbidden()) : row
}
