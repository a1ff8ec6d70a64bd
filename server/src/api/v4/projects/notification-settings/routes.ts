import { readOwnAccount } from '@forgefold/core/domains/identity/user'
import {
  changeNotificationSetting,
  NOTIFICATION_EVENTS,
  NOTIFICATION_LEVELS,
  type NotificationEvent,
  type NotificationScopeKind,
  type NotificationSetting,
  readNotificationSetting,
} from '@forgefold/core/domains/projects/notification-setting'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  oneOf,
  optional,
  type Route,
  required,
  respond,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { boolean as flag, optionalField, record, type Shape, text } from '../../shape.js'

const AREA = 'Notification settings'

const shape: Shape = record('NotificationSetting', {
  level: text,
  notification_email: optionalField(text),
  events: optionalField(
    record('NotificationEvents', Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, flag]))),
  ),
})

/** Events are shown at the level `custom` only. */
const present = ({ level, events }: NotificationSetting) =>
  level === 'custom'
    ? { level, events: Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, events.includes(event)])) }
    : { level }

/** Mails go to the address of the account, which only the setting of the instance shows. */
const presenterOf =
  (place: NotificationScopeKind, { forge, principal }: Pick<Context, 'forge' | 'principal'>) =>
  (setting: NotificationSetting) => {
    const account = place === 'instance' ? readOwnAccount(forge, { principal }) : undefined
    const email = account !== undefined && E.isRight(account) ? { notification_email: account.right.email } : {}
    return { ...present(setting), ...email }
  }

type EventParams = { readonly [K in NotificationEvent]: ReturnType<typeof optional<boolean>> }

const events = Object.fromEntries(
  NOTIFICATION_EVENTS.map((event) => [
    event,
    optional(boolean(), `At the level \`custom\`: ${event.replaceAll('_', ' ')}`),
  ]),
) as unknown as EventParams

const routesOf = (place: NotificationScopeKind, folder: string): ReadonlyArray<Route> => {
  const path = `${folder}/notification_settings`
  const where: Record<string, ReturnType<typeof required<string>>> = place === 'instance'
    ? {}
    : { id: required(string(), `The number or the path of the ${place}`) }
  const refOf = (params: object): string => String(Reflect.get(params, 'id') ?? '')
  return [
    route({
      method: 'GET',
      path,
      area: AREA,
      summary: `Read what one hears of ${place === 'instance' ? 'everything' : `a ${place}`}`,
      caller: 'user',
      params: where,
      success: { status: 200, schemaFor: shape },
      handler: ({ forge, principal }, params) =>
        respond(presenterOf(place, { forge, principal }))(
          readNotificationSetting(forge, { principal }, { place, ref: refOf(params) }),
        ),
    }),
    route({
      method: 'PUT',
      path,
      area: AREA,
      summary: `Change what one hears of ${place === 'instance' ? 'everything' : `a ${place}`}`,
      caller: 'user',
      params: {
        ...where,
        level: optional(oneOf(NOTIFICATION_LEVELS), 'How much'),
        ...(place === 'instance'
          ? { notification_email: optional(string(), 'Where mails go; taken, and without effect') }
          : {}),
        ...events,
      },
      success: { status: 200, schemaFor: shape },
      handler: async (context, params) => {
        const { level, ...given } = params as { readonly level?: NotificationSetting['level'] } & Readonly<
          Partial<Record<NotificationEvent, boolean>>
        >
        const wanted = { place, ref: refOf(params), level, events: given }
        return respond(presenterOf(place, context))(
          await changeNotificationSetting(context.forge, callerOf(context), wanted),
        )
      },
    }),
  ]
}

/** Routes of notification settings. */
export const notificationSettingRoutes: ReadonlyArray<Route> = [
  ...routesOf('instance', ''),
  ...routesOf('group', '/groups/:id'),
  ...routesOf('project', '/projects/:id'),
]
