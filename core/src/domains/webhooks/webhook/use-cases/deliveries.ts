import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Forge, UseCase } from '../../../../app/forge.js'
import { notFound, refuse, unprocessable } from '../../../../kernel/index.js'
import type { DeliveryFilter, LoggedDelivery } from '../../../../ports/delivery-log.js'
import { lastEvent } from '../../../../ports/event-look-up.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { findWebhook, type WebhookRef } from '../access.js'
import { webhook } from '../aggregate.js'
import { type DeliverableEvent, isSubscribed } from '../deliverable-event.js'
import type { WebhookRow } from '../queries.js'
import { type DeliveryResult, send } from '../send.js'
import { SOURCE_CATEGORIES, toWebhookEvents } from '../translate-event.js'
import { SYSTEM_TRIGGER, type SystemTrigger, TRIGGERS, type Trigger } from '../triggers.js'
import { urlTemplateOf, withoutUserInfo } from '../url-template.js'

/** The recent deliveries of a webhook, newest first. Rejections: `NotFound`; `Forbidden`. */
export const listDeliveries: AsyncQuery<
  WebhookRef & { readonly filter: DeliveryFilter; readonly page: PageRequest },
  Page<LoggedDelivery>
> = async (forge, { principal }, { filter, page, ...ref }) => {
  const found = findWebhook(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(await forge.deliveryLog.list(found.right.id, filter, page))
}

const CHANGED = unprocessable('The hook URL has changed. This log entry cannot be retried.')

const triggerNamed = (word: string): Trigger | SystemTrigger | undefined =>
  ([...TRIGGERS, SYSTEM_TRIGGER] as const).find((trigger) => trigger.replace(/_events$/, '_hooks') === word)

/** Repeats a delivery with the same id. Rejections: `NotFound`; `Forbidden`; `Unprocessable` where the URL has changed since. */
export const resendDelivery: UseCase<WebhookRef & { readonly deliveryId: number }, DeliveryResult> = async (
  forge,
  { principal },
  { deliveryId, ...ref },
) => {
  const found = findWebhook(forge, principal, ref)
  if (E.isLeft(found)) return found
  const delivery = await forge.deliveryLog.find(found.right.id, deliveryId)
  const trigger = delivery === undefined ? undefined : triggerNamed(delivery.trigger)
  if (delivery === undefined || trigger === undefined) return refuse(notFound())
  if (withoutUserInfo(delivery.url) !== withoutUserInfo(urlTemplateOf(forge, found.right))) return refuse(CHANGED)
  const uuid = delivery.requestHeaders['x-gitlab-event-uuid'] ?? forge.ids.uuid()
  const { requestBody: body, position } = delivery
  return E.right(await send(forge, found.right, { trigger, uuid, body, position }))
}

/** How many events are searched for one to test with. */
const LOOKED_AT = 1000

const newestDeliverable = async (
  forge: Forge,
  hook: WebhookRow,
  trigger: Trigger,
): Promise<DeliverableEvent | undefined> => {
  const read = await forge.events.readAll({
    direction: 'backwards',
    limit: LOOKED_AT,
    filter: { categories: SOURCE_CATEGORIES },
  })
  if (read.kind === 'Unavailable') return undefined
  for (const event of read.events) {
    const asked = { ...hook, triggers: [trigger] }
    const fits = (one: DeliverableEvent) => one.trigger === trigger && isSubscribed(forge, asked, one)
    const deliverable = toWebhookEvents(forge, event).find(fits)
    if (deliverable !== undefined) return deliverable
  }
  return undefined
}

/** Makes the payload of a deliverable event. */
export type PayloadOf = (forge: Forge, deliverable: DeliverableEvent, hook: WebhookRow) => Promise<string | undefined>

/**
 * Sends a webhook the newest event for a trigger in its project or group; a success enables it again.
 *
 * Rejections: `NotFound`; `Forbidden`; `Unprocessable` where there is no such event, or no successful response.
 */
export const testWebhook: UseCase<
  WebhookRef & { readonly trigger: Trigger; readonly payloadOf: PayloadOf },
  DeliveryResult
> = async (forge, { principal }, { trigger, payloadOf, ...ref }) => {
  const found = findWebhook(forge, principal, ref)
  if (E.isLeft(found)) return found
  const deliverable = await newestDeliverable(forge, found.right, trigger)
  const body = deliverable === undefined ? undefined : await payloadOf(forge, deliverable, found.right)
  if (body === undefined) return refuse(unprocessable(`There is nothing to test ${trigger} with.`))
  const sent = await send(forge, found.right, { trigger, uuid: forge.ids.uuid(), body, position: undefined })
  const isGood = sent.status !== undefined && sent.status >= 200 && sent.status < 300
  return isGood ? E.right(sent) : refuse(unprocessable(`Hook executed, but the answer was ${sent.status ?? 'none'}`))
}

/** The fictitious project of a test delivery to a hook of the instance. */
const MADE_UP = {
  project_id: 1,
  owner_email: 'example@gitlabhq.com',
  owner_name: 'Someone',
  name: 'Ruby',
  path: 'ruby',
  event_name: 'project_create',
}

/**
 * Sends a hook of the instance a test delivery about a fictitious project, and returns its payload, whatever the response. Rejections:
 * `NotFound`; `Forbidden`.
 */
export const trySystemHook: UseCase<WebhookRef, typeof MADE_UP> = async (forge, { principal }, ref) => {
  const found = findWebhook(forge, principal, ref)
  if (E.isLeft(found)) return found
  const message = { uuid: forge.ids.uuid(), body: JSON.stringify(MADE_UP), position: undefined }
  await send(forge, found.right, { ...message, trigger: SYSTEM_TRIGGER })
  return E.right(MADE_UP)
}

/**
 * Delivers all events of a webhook once more, in order, from a position of the history on. Rejections: `NotFound`; `Forbidden`;
 * `Unprocessable` (position); `Unavailable`.
 */
export const replayWebhook: UseCase<WebhookRef & { readonly from: number }, void> = async (
  forge,
  { principal, context },
  { from, ...ref },
) => {
  const found = findWebhook(forge, principal, ref)
  if (E.isLeft(found)) return found
  const end = await lastEvent(forge.events)
  if (E.isLeft(end)) return end
  const last = end.right?.position ?? 0
  if (from < 0 || from > last) return refuse(unprocessable(`The history goes from 0 to ${last}`))
  const asked = await forge.aggregates.execute(webhook, found.right.id, { type: 'Replay', after: from - 1 }, context)
  return E.isLeft(asked) ? asked : E.right(undefined)
}
