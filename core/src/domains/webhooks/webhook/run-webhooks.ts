import type { Forge } from '../../../app/forge.js'
import { categoryOf, idOf, type Position, type StoredEvent } from '../../../kernel/index.js'
import { webhook } from './aggregate.js'
import { type DeliverableEvent, isReadable, isSubscribed, ownersAround } from './deliverable-event.js'
import { DeliveryQueue } from './delivery-queue.js'
import type { DeliveryQueueHost } from './delivery-queue-host.js'
import { DELIVERY_FILTER, toWebhookEvents } from './translate-event.js'

/** The running deliveries of all webhooks. */
export interface RunningWebhooks {
  /** Finishes requests in progress and starts no others. */
  readonly stop: () => Promise<void>
}

const subscribedTo = (forge: Forge, deliverable: DeliverableEvent): ReadonlyArray<number> =>
  ownersAround(forge, deliverable.place)
    .flatMap(forge.read.webhooks.ofOwner)
    .filter((hook) => isSubscribed(forge, hook, deliverable))
    .map(({ id }) => id)

/** The webhooks to which an event is delivered. */
const concernedWebhooks = (forge: Forge, event: StoredEvent): ReadonlyArray<number> => {
  if (categoryOf(event.stream) === webhook.category) return [Number(idOf(event.stream))]
  if (!isReadable(forge, event)) return forge.read.webhooks.ids()
  return toWebhookEvents(forge, event).flatMap((deliverable) => subscribedTo(forge, deliverable))
}

/** Delivers events to webhooks, with a queue for each: no webhook waits for another, and no write waits for any. */
export const runWebhooks = (forge: Forge, host: DeliveryQueueHost): RunningWebhooks => {
  const queues = new Map<number, DeliveryQueue>()
  let stopped = false
  const begin = (id: number): void => {
    if (!queues.has(id)) queues.set(id, new DeliveryQueue(forge, host, id))
  }

  const dispatch = async (events: ReadonlyArray<StoredEvent>, upTo: Position): Promise<void> => {
    while (!stopped && !(await forge.read.reached(upTo))) await host.pause(100)
    const woken = new Set<number>()
    for (const event of events) {
      if (event.type === 'WebhookCreated') begin(Number(idOf(event.stream)))
      if (queues.size === 0) continue
      for (const id of concernedWebhooks(forge, event)) woken.add(id)
    }
    for (const [id, lane] of queues) {
      if (woken.has(id)) lane.wake()
      else lane.skipTo(upTo, events.at(-1))
    }
  }

  const after = forge.read.position()
  const subscription = host.store.subscribe({
    ...(after === undefined ? {} : { after }),
    filter: DELIVERY_FILTER,
    onEvents: async (events, upTo) => {
      if (stopped || !host.mayAct()) return
      try {
        await dispatch(events, upTo)
      } catch (error) {
        host.onFailure(error)
        for (const lane of queues.values()) lane.wake()
      }
    },
    onDropped: host.onFailure,
  })
  for (const id of forge.read.webhooks.ids()) begin(id)
  return {
    stop: async () => {
      stopped = true
      await subscription.stop()
      await Promise.all(Array.from(queues.values(), (lane) => lane.stop()))
    },
  }
}
