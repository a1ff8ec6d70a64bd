import * as E from 'fp-ts/lib/Either.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase } from '../../../../app/forge.js'
import { conflict, notFound, refuse } from '../../../../kernel/index.js'
import { eraseUser } from '../../../identity/user/use-cases/change.js'
import { eraseGroup } from '../../group/steps/erase-group.js'
import { eraseProject } from '../../project/steps/erase-project.js'

/** Which user to erase. */
export interface UserRemoval {
  readonly userId: number
  /** Also deletes groups without another owner; otherwise these prevent the deletion. */
  readonly withGroups: boolean
}

/**
 * Erases a user with their personal projects; the caller has been authorised before.
 *
 * Rejections: `NotFound` (User); `Conflict` for the only owner of a group.
 */
export const removeUser: UseCase<UserRemoval, void> = async (forge, { principal, context }, { userId, withGroups }) => {
  const row = forge.read.users.byId(userId)
  if (row === undefined) return refuse(notFound('User'))
  const owned = forge.read.members.solelyOwned(userId)
  if (owned.length > 0 && !withGroups)
    return refuse(conflict('User cannot be removed while is the sole-owner of a group'))
  const groups = await executeForEach(forge, context, owned, (id, own) => eraseGroup(forge, id, own))
  if (E.isLeft(groups)) return groups
  const inside = forge.read.projects.inNamespace(row.namespaceId)
  const projects = await executeForEach(forge, context, inside, (id, own) => eraseProject(forge, id, own))
  if (E.isLeft(projects)) return projects
  return eraseUser(forge, { principal, context }, { userId })
}
