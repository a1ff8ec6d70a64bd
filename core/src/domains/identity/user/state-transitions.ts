import * as E from 'fp-ts/lib/Either.js'
import { denied, forbidden, type Rejection, refuse } from '../../../kernel/index.js'
import type { BanReason, UserEvent } from './events.js'
import type { LiveUser, UserStatus } from './state.js'

/** What a command of a user leads to. */
export type Decision = E.Either<Rejection, ReadonlyArray<UserEvent>>

export const noEvents: Decision = E.right([])
export const happened = (...events: ReadonlyArray<UserEvent>): Decision => E.right(events)

const WAITING = forbidden('A user that waits for approval has to be approved or rejected')

const isShutOut = ({ status }: LiveUser): boolean => status === 'blocked' || status === 'banned'

/** Blocks a user; a banned user stays banned. */
export const block = (live: LiveUser): Decision =>
  isShutOut(live) ? noEvents : happened({ type: 'UserBlocked', data: {} })

/** Unblocks a blocked user; a ban is lifted by `unban` only. The sentences are those of the documented API. */
export const unblock = (live: LiveUser): Decision => {
  if (live.status === 'blocked_pending_approval') return refuse(WAITING)
  if (live.status === 'deactivated') return refuse(forbidden('Deactivated users cannot be unblocked by the API'))
  return live.status === 'blocked' ? happened({ type: 'UserUnblocked', data: {} }) : noEvents
}

/** Between `active` and `deactivated`; no other status leads to either of them here. */
const become = (
  status: UserStatus,
  type: 'UserActivated' | 'UserDeactivated',
  live: LiveUser,
  sentence: string,
): Decision => {
  if (live.status === 'blocked_pending_approval') return refuse(WAITING)
  if (isShutOut(live)) return refuse(forbidden(sentence))
  return live.status === status ? noEvents : happened({ type, data: {} })
}

/** Deactivates an account until its user signs in again. */
export const deactivate = (live: LiveUser): Decision =>
  become('deactivated', 'UserDeactivated', live, 'A blocked user cannot be deactivated by the API')

/** Activates a deactivated account. */
export const activate = (live: LiveUser): Decision =>
  become('active', 'UserActivated', live, 'A blocked user must be unblocked to be activated')

const onlyFrom = (status: UserStatus, live: LiveUser, verb: string, event: UserEvent): Decision =>
  live.status === status ? happened(event) : refuse(denied(`You cannot ${verb} ${live.status} users.`))

/** Bans an active user; users in other states cannot be banned. */
export const ban = (live: LiveUser, reason: BanReason): Decision =>
  onlyFrom('active', live, 'ban', { type: 'UserBanned', data: { reason } })

/** Lifts a ban; refused for other users. */
export const unban = (live: LiveUser): Decision => onlyFrom('banned', live, 'unban', { type: 'UserUnbanned', data: {} })
