import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/instance-policy.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { conflict, notFound, refuse } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import { stateAfterSignUp } from '../instance-rules.js'
import { eraseUser } from './change.js'

/** The user to approve or reject. */
export interface UserRef {
  readonly userId: number
}

/** Approves a registered user; for administrators. Rejections: `Unauthenticated`, `Forbidden`, `NotFound` (User), `Conflict`. */
export const approveUser: UseCase<UserRef, void> = async (forge, { principal, context }, { userId }) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const done = await forge.aggregates.execute(user, userId, { type: 'Approve' }, context)
  return E.map((): void => undefined)(done)
}

/** Rejects a registered user, who is deleted; for administrators. Rejections: as `approveUser`. */
export const rejectUser: UseCase<UserRef, void> = async (forge, { principal, context }, { userId }) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const row = forge.read.users.byId(userId)
  if (row === undefined) return refuse(notFound('User'))
  if (row.state !== 'blocked_pending_approval') return refuse(conflict('User does not have a pending request'))
  return eraseUser(forge, { principal, context }, { userId })
}

/** Approves all waiting users where the settings require no approval any more; called when they are changed, and each midnight UTC. Returns how many. */
export const approveWaitingUsers: UseCase<void, number> = async (forge, { context }) => {
  if (stateAfterSignUp(forge.settings.current()) !== 'active') return E.right(0)
  const waiting = forge.read.users.awaitingApproval()
  for (const userId of waiting) {
    const command = withNewCommandId(forge, context)
    const done = await forge.aggregates.execute(user, userId, { type: 'Approve' }, command)
    if (E.isLeft(done) && done.left.kind !== 'Conflict') return done
  }
  return E.right(waiting.length)
}
