/** Notification settings: what people wish to hear of projects, groups and the instance. */
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
