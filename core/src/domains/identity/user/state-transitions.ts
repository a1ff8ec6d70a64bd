import * as E from 'fp-ts/lib/Either.js'
import { denied, forbidden, type Rejection, refuse } from '../../../kernel/index.js'
import type { BanReason, UserEvent } from './events.js'
import type { LiveUser } from './state.js'

type Decision = E.Either<Rejection, ReadonlyArray<UserEvent>>

const noEvents: Decision = E.right([])
const happened = (event: UserEvent): Decision => E.right([event])

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

/** Deactivates an account until its user signs in again. */
export const deactivate = (live: LiveUser): Decision => {
  if (live.status === 'blocked_pending_approval') return refuse(WAITING)
  if (isShutOut(live)) return refuse(forbidden('A blocked user cannot be deactivated by the API'))
  return live.status === 'deactivated' ? noEvents : happened({ type: 'UserDeactivated', data: {} })
}

/** Activates a deactivated account. */
export const activate = (live: LiveUser): Decision => {
  if (live.status === 'blocked_pending_approval') return refuse(WAITING)
  if (isShutOut(live)) return refuse(forbidden('A blocked user must be unblocked to be activated'))
  return live.status === 'active' ? noEvents : happened({ type: 'UserActivated', data: {} })
}

/** Bans an active user; users in other states cannot be banned. */
export const ban = (live: LiveUser, reason: BanReason): Decision =>
  live.status === 'active'
    ? happened({ type: 'UserBanned', data: { reason } })
    : refuse(denied(`You cannot ban ${live.status} users.`))

/** Lifts a ban; refused for other users. */
export const unban = (live: LiveUser): Decision =>
  live.status === 'banned'
    ? happened({ type: 'UserUnbanned', data: {} })
    : refuse(denied(`You cannot unban ${live.status} users.`))
