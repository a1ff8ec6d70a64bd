/** Notification settings of users for projects, groups and the instance. */
export {
  NOTIFICATION_EVENTS,
  NOTIFICATION_LEVELS,
  type NotificationEvent,
  type NotificationScopeKind,
  type NotificationSettingCommand,
  type NotificationSettingEvent,
  type NotificationSettingState,
  notificationSetting,
} from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
