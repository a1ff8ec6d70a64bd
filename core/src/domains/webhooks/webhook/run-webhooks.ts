import type { Forge } from '../../../app/forge.js'
import { categoryOf, idOf, type Position, type StoredEvent } from '../../../kernel/index.js'
import { webhook } from './aggregate.js'
import { LANE_FILTER, Lane, type LaneHost } from './lane.js'
import { concerns } from './occurrence.js'
import { readOccurrence } from './read-occurrence.js'

/** Webhooks at work. */
export interface RunningWebhooks {
  /** Lets requests under way end, and begins no others. */
  readonly stop: () => Promise<void>
}

/** Which webhooks have to look at an event. */
const concerned = (forge: Forge, event: StoredEvent): ReadonlyArray<number> => {
  if (categoryOf(event.stream) === webhook.category) return [Number(idOf(event.stream))]
  const occurrence = readOccurrence(forge, event)
  if (occurrence === undefined) return []
  return forge.read.webhooks.all().flatMap((hook) => (concerns(forge, hook, occurrence) ? [hook.id] : []))
}

/** Tells webhooks what happens: each goes its own way, so that none waits for another, and no write waits for any. */
export const runWebhooks = async (forge: Forge, host: LaneHost): Promise<RunningWebhooks> => {
  const lanes = new Map<number, Lane>()
  let stopped = false
  const begin = (id: number): void => {
    if (!lanes.has(id)) lanes.set(id, new Lane(forge, host, id))
  }

  const look = async (events: ReadonlyArray<StoredEvent>, upTo: Position): Promise<void> => {
    while (!stopped && !(await forge.read.reached(upTo))) await host.pause(100)
    const woken = new Set<number>()
    for (const event of events) {
      if (event.type === 'WebhookCreated') begin(Number(idOf(event.stream)))
      if (lanes.size === 0) continue
      for (const id of concerned(forge, event)) woken.add(id)
    }
    for (const [id, lane] of lanes) {
      if (woken.has(id)) lane.wake()
      else lane.pass(upTo, events.at(-1))
    }
  }

  const end = await host.store.readAll({ direction: 'backwards', limit: 1 })
  const last = end.kind === 'Read' ? end.events[0] : undefined
  const subscription = host.store.subscribe({
    ...(last === undefined ? {} : { after: last.position }),
    filter: LANE_FILTER,
    onEvents: async (events, upTo) => {
      if (stopped || !host.mayAct()) return
      try {
        await look(events, upTo)
      } catch (error) {
        host.onFailure(error)
        for (const lane of lanes.values()) lane.wake()
      }
    },
  })
  for (const { id } of forge.read.webhooks.all()) begin(id)
  return {
    stop: async () => {
      stopped = true
      await subscription.stop()
      await Promise.all(Array.from(lanes.values(), (lane) => lane.stop()))
    },
  }
}
