import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/index.js'
import type { UseCase } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import type { ProjectRow } from '../queries.js'
import { createProject, type NewProject } from './create.js'

/** A project that an administrator creates for a user. */
export interface NewProjectFor extends NewProject {
  readonly userId: number
}

/**
 * Creates a project in the name of a user, with that user's permissions.
 *
 * Rejections: `Unauthenticated`; `Forbidden`; `NotFound` (User), also where the user is not active; those of `createProject`.
 */
export const createProjectFor: UseCase<NewProjectFor, ProjectRow> = async (
  forge,
  { principal, context },
  { userId, ...wanted },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const owner = principalOfUser(forge, userId)
  return owner === undefined ? refuse(notFound('User')) : createProject(forge, { principal: owner, context }, wanted)
}
