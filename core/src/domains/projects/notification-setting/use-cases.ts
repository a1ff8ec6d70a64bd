import * as E from 'fp-ts/lib/Either.js'
import { type Principal, type SignedIn, signedIn } from '../../../access/index.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { invalid, type Rejection, refuse } from '../../../kernel/index.js'
import { findGroup } from '../group/access.js'
import { findProject } from '../project/access.js'
import {
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type NotificationLevel,
  type NotificationScopeKind,
  notificationSetting,
} from './aggregate.js'
import type { NotificationSetting } from './queries.js'

/** The scope as the API names it; the instance has no name. */
export interface NotificationScope {
  readonly place: NotificationScopeKind
  readonly ref: string
}

interface ScopeOfUser {
  readonly user: SignedIn
  readonly id: number
}

const findPlace = (
  forge: Forge,
  principal: Principal,
  { place, ref }: NotificationScope,
): E.Either<Rejection, ScopeOfUser> => {
  const user = signedIn(principal)
  if (E.isLeft(user)) return user
  if (place === 'instance') return E.right({ user: user.right, id: 0 })
  if (place === 'group') {
    const found = findGroup(forge, principal, ref)
    return E.isLeft(found) ? found : E.right({ user: user.right, id: found.right.group.id })
  }
  const found = findProject(forge, principal, ref)
  return E.isLeft(found) ? found : E.right({ user: user.right, id: found.right.project.id })
}

/** The default setting. */
const defaultSetting = (place: NotificationScopeKind): NotificationSetting => ({
  level: place === 'instance' ? 'participating' : 'global',
  events: [],
})

/** The caller's notification setting for a scope. Rejections: `Unauthenticated`; `NotFound` (Group, Project). */
export const readNotificationSetting: Query<NotificationScope, NotificationSetting> = (forge, { principal }, input) => {
  const found = findPlace(forge, principal, input)
  if (E.isLeft(found)) return found
  const { user, id } = found.right
  return E.right(forge.read.notificationSettings.find(user.userId, input.place, id) ?? defaultSetting(input.place))
}

/** A change of the caller's setting; omitted fields stay as they are. */
export interface ChangeNotificationSetting extends NotificationScope {
  readonly level?: NotificationLevel | undefined
  readonly events: { readonly [K in NotificationEvent]?: boolean | undefined }
}

/**
 * Changes the caller's notification setting for a scope. Rejections: those of `readNotificationSetting`; `Invalid` (level) for `global` at the
 * instance itself.
 */
export const changeNotificationSetting: UseCase<ChangeNotificationSetting, NotificationSetting> = async (
  forge,
  { principal, context },
  input,
) => {
  const found = findPlace(forge, principal, input)
  if (E.isLeft(found)) return found
  const { place } = input
  if (place === 'instance' && input.level === 'global')
    return refuse(invalid({ level: ['is not included in the list'] }))
  const { user, id } = found.right
  const before = forge.read.notificationSettings.find(user.userId, place, id) ?? defaultSetting(place)
  const events = NOTIFICATION_EVENTS.filter((event) => input.events[event] ?? before.events.includes(event))
  const level = input.level ?? before.level
  const stream = `${user.userId}-${place}-${id}`
  const command = { type: 'Change', userId: user.userId, place, placeId: id, level, events } as const
  const done = await forge.aggregates.execute(notificationSetting, stream, command, context)
  return E.isLeft(done) ? done : E.right({ level, events })
}
