import * as E from 'fp-ts/lib/Either.js'
import { administrator, signedIn } from '../../../../access/instance-policy.js'
import type { Query, UseCase } from '../../../../app/forge.js'
import {
  type Changes,
  type Day,
  fieldErrors,
  invalid,
  notFound,
  refuse,
  secondsAfter,
  tooLong,
  unauthenticated,
} from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { emptyProfile, type Preferences, type StatusMessage } from '../profile.js'
import type { UserActivity } from '../queries.js'
import { changeUser } from './change.js'

/** The status message of a user, unless it has been cleared. Rejections: `NotFound` (User); `Unauthenticated` for an anonymous caller's own. */
export const readStatus: Query<string | undefined, StatusMessage> = (forge, { principal }, ref) => {
  const { users } = forge.read
  if (ref === undefined && principal.kind !== 'user') return refuse(unauthenticated)
  const own = principal.kind === 'user' ? principal.userId : 0
  const id = ref === undefined ? own : /^\d+$/.test(ref) ? Number(ref) : undefined
  const row = id === undefined ? users.byUsername(ref ?? '') : users.byId(id)
  if (row === undefined) return refuse(notFound('User'))
  const { clearAt } = row.status
  return E.right(clearAt !== null && clearAt <= forge.clock.now() ? emptyProfile.status : row.status)
}

/** The new status of the caller. */
export interface SetStatus {
  readonly emoji?: string | undefined
  readonly message?: string | undefined
  readonly availability?: StatusMessage['availability'] | undefined
  /** In seconds. */
  readonly clearAfter?: number | undefined
  /** Omitted fields stay as they are; otherwise they are cleared. */
  readonly keeps: boolean
}

const NO_EMOJI = 'speech_balloon'

/** Sets or clears the caller's status. Rejections: `Unauthenticated`; `Invalid` (emoji, message). */
export const setStatus: UseCase<SetStatus, StatusMessage> = async (forge, caller, input) => {
  const before = readStatus(forge, caller, undefined)
  const user = signedIn(caller.principal)
  if (E.isLeft(before)) return before
  if (E.isLeft(user)) return user
  const base = input.keeps ? before.right : emptyProfile.status
  const message = input.message ?? base.message
  const named = input.emoji ?? base.emoji
  const emoji = named === '' && message !== '' ? NO_EMOJI : named
  const known = emoji === '' ? '' : forge.emojiNames.canonical(emoji)
  const wrong = fieldErrors({
    emoji: known === undefined ? ['is not a valid emoji name'] : [],
    message: tooLong(message, 100),
  })
  if (known === undefined || wrong !== undefined) return refuse(invalid(wrong ?? {}))
  const status: StatusMessage = {
    emoji: known,
    message,
    availability: input.availability ?? base.availability,
    clearAt: input.clearAfter === undefined ? base.clearAt : secondsAfter(caller.context.at, input.clearAfter),
  }
  const done = await changeUser(forge, caller, { userId: user.right.userId, profile: { status } })
  return E.isLeft(done) ? done : E.right(status)
}

/** The display preferences of the caller. Rejections: `Unauthenticated`. */
export const readPreferences: Query<void, Preferences & { readonly userId: number }> = (forge, { principal }) => {
  const row = principal.kind === 'user' ? forge.read.users.byId(principal.userId) : undefined
  return row === undefined ? refuse(unauthenticated) : E.right({ ...row.preferences, userId: row.id })
}

/** Changes the given preferences. Rejections: `Unauthenticated`. */
export const changePreferences: UseCase<Changes<Preferences>, Preferences & { readonly userId: number }> = async (
  forge,
  caller,
  changes,
) => {
  const before = readPreferences(forge, caller, undefined)
  if (E.isLeft(before)) return before
  const { userId } = before.right
  const done = await changeUser(forge, caller, { userId, preferences: changes })
  return E.isLeft(done) ? done : E.right({ ...done.right.preferences, userId })
}

/** Since when, and which page. */
export interface ListActivities {
  readonly from: Day
  readonly page: PageRequest
}

/** When users were last active, for administrators. Rejections: `Unauthenticated`; `Forbidden`. */
export const listActivities: Query<ListActivities, Page<UserActivity>> = (forge, { principal }, { from, page }) => {
  const admin = administrator(principal)
  return E.isLeft(admin) ? admin : E.right(forge.read.users.activities(from, page))
}
