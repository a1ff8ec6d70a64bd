import type { NotificationEvent, NotificationLevel, NotificationScopeKind } from './aggregate.js'

/** A notification setting. */
export interface NotificationSetting {
  readonly level: NotificationLevel
  readonly events: ReadonlyArray<NotificationEvent>
}

export interface NotificationSettingQueries {
  readonly find: (userId: number, place: NotificationScopeKind, placeId: number) => NotificationSetting | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly notificationSettings: NotificationSettingQueries
  }
}
