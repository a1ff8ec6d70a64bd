import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../app/command-context.js'
import type { UseCase } from '../../../app/forge.js'
import { conflict, notFound, refuse } from '../../../kernel/index.js'
import { eraseUser } from '../../identity/user/use-cases/erase.js'
import { eraseGroup } from '../group/use-cases/remove.js'
import { eraseProject } from '../project/use-cases/remove.js'

/** Who is to be erased. */
export interface UserRemoval {
  readonly userId: number
  /** Deletes groups that nobody else owns, too; otherwise they stand in the way. */
  readonly withGroups: boolean
}

/**
 * Erases a user with the projects in their own place; who may do so is asked before.
 *
 * Rejections: `NotFound` (User); `Conflict` for the only owner of a group.
 */
export const removeUser: UseCase<UserRemoval, void> = async (forge, { context }, { userId, withGroups }) => {
  const row = forge.read.users.byId(userId)
  if (row === undefined) return refuse(notFound('User'))
  const owned = forge.read.members.solelyOwned(userId)
  if (owned.length > 0 && !withGroups)
    return refuse(conflict('User cannot be removed while is the sole-owner of a group'))
  for (const groupId of owned) {
    const gone = await eraseGroup(forge, groupId, withNewCommandId(forge, context))
    if (E.isLeft(gone)) return gone
  }
  for (const projectId of forge.read.projects.inNamespace(row.namespaceId)) {
    const gone = await eraseProject(forge, projectId, withNewCommandId(forge, context))
    if (E.isLeft(gone)) return gone
  }
  return eraseUser(forge, { userId, context })
}
