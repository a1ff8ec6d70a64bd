import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Aggregate, codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

/** The levels of notifications. */
export const NOTIFICATION_LEVELS = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number]

/** The events that can be chosen at the level `custom`. */
export const NOTIFICATION_EVENTS = [
  'new_release',
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'issue_due',
  'new_merge_request',
  'push_to_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'change_reviewer_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'success_pipeline',
  'moved_project',
  'merge_when_pipeline_succeeds',
] as const
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number]

const PLACES = ['instance', 'group', 'project'] as const
/** The scope of a setting. */
export type NotificationScopeKind = (typeof PLACES)[number]

const changed = t.type({
  userId: codecs.safeInteger,
  place: codecs.oneOf(PLACES),
  /** 0 for the instance. */
  placeId: codecs.safeInteger,
  level: codecs.oneOf(NOTIFICATION_LEVELS),
  /** The enabled events. */
  events: codecs.list(codecs.oneOf(NOTIFICATION_EVENTS)),
})

const notificationSettingEvents = eventCatalogue({ NotificationSettingChanged: current(changed) })

export type NotificationSettingEvent = EventOf<typeof notificationSettingEvents>
export type NotificationSettingData = Readonly<t.TypeOf<typeof changed>>

export type NotificationSettingState = NotificationSettingData | undefined

export type NotificationSettingCommand = { readonly type: 'Change' } & NotificationSettingData

const isSame = (one: NotificationSettingState, other: NotificationSettingData): boolean =>
  one?.level === other.level && one.events.join() === other.events.join()

/** The notification settings of one user for a group, a project or the instance. */
export const notificationSetting: Aggregate<
  NotificationSettingCommand,
  NotificationSettingEvent,
  NotificationSettingState
> = {
  category: 'notification_setting',
  stateVersion: 1,
  events: notificationSettingEvents,
  initial: undefined,
  decide:
    ({ type: _, ...data }) =>
    (state) =>
      E.right(isSame(state, data) ? [] : [{ type: 'NotificationSettingChanged', data }]),
  evolve: (_, event) => event.data,
}
