import * as E from 'fp-ts/lib/Either.js'
import { administrator, signedIn } from '../../../../access/instance-policy.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, refuse } from '../../../../kernel/index.js'
import type { UserCommand } from '../commands.js'
import { user } from '../decider.js'

export type UserStateChange = 'Block' | 'Unblock' | 'Ban' | 'Unban' | 'Deactivate' | 'Activate'

const commandOf = (to: UserStateChange): UserCommand =>
  to === 'Ban' ? { type: to, reason: 'administrator' } : { type: to }

/** The requested state of a user. */
export interface ChangeUserState {
  readonly userId: number
  readonly to: UserStateChange
}

/**
 * Blocks, unblocks, bans, unbans, deactivates or activates a user, for administrators; false where nothing had to change.
 *
 * Rejections: `Unauthenticated`, `Forbidden`, `Denied`, `NotFound` (User).
 */
export const changeUserState: UseCase<ChangeUserState, boolean> = async (forge, { principal, context }, input) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const self = input.userId === admin.right.userId && forge.read.users.byId(input.userId) !== undefined
  if (self && input.to === 'Block') return refuse(forbidden('The API initiating user cannot be blocked by the API'))
  if (self && input.to === 'Ban') return refuse(forbidden('The API initiating user cannot be banned by the API'))
  const done = await forge.aggregates.execute(user, input.userId, commandOf(input.to), context)
  return E.isLeft(done) ? done : E.right(done.right.position !== undefined)
}

/**
 * Bans the caller for downloading too many repositories; one who is not active stays as they are. Rejections: `Unauthenticated`, `NotFound`
 * (User), `Unavailable`.
 */
export const banForDownloads: UseCase<void, void> = async (forge, { principal, context }) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const command = { type: 'Ban', reason: 'repository_downloads' } as const
  const done = await forge.aggregates.execute(user, known.right.userId, command, context)
  return E.isLeft(done) && done.left.kind !== 'Denied' ? done : E.right(undefined)
}
