import {
  type NotificationSetting,
  type NotificationSettingQueries,
  notificationSetting,
} from '@forgefold/core/domains/projects/notification-setting'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

interface Stored {
  readonly level: NotificationSetting['level']
  readonly events: string
}

const queries = (db: Database): NotificationSettingQueries => {
  const find = db.prepare<[number, string, number], Stored>(
    'SELECT level, events FROM notification_settings WHERE user_id = ? AND place = ? AND place_id = ?',
  )
  return {
    find: (userId, place, placeId) => {
      const found = find.get(userId, place, placeId)
      if (found === undefined) return undefined
      return { level: found.level, events: JSON.parse(found.events) as NotificationSetting['events'] }
    },
  }
}

/** Notification settings in the read model. */
export const notificationSettings: Projection = {
  name: 'notification-settings',
  version: 1,
  schema: `
    CREATE TABLE notification_settings (
      user_id INTEGER NOT NULL,
      place TEXT NOT NULL,
      place_id INTEGER NOT NULL,
      level TEXT NOT NULL,
      events TEXT NOT NULL,
      PRIMARY KEY (user_id, place, place_id)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: (context) => {
    const keep = context.db.prepare(
      `INSERT INTO notification_settings (user_id, place, place_id, level, events) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (user_id, place, place_id) DO UPDATE SET level = excluded.level, events = excluded.events`,
    )
    return [
      handle(context, notificationSetting, {
        NotificationSettingChanged: ({ userId, place, placeId, level, events }) => {
          keep.run(userId, place, placeId, level, JSON.stringify(events))
        },
      }),
    ]
  },
  queries: { notificationSettings: queries },
}
