import type { Forge } from '../../../app/forge.js'
import type { Pause } from '../../../app/periodic.js'
import type { Position } from '../../../kernel/index.js'
import type { Checkpoint, Checkpoints } from '../../../ports/checkpoints.js'
import type { EventStore } from '../../../ports/event-store.js'
import type { DeliverableEvent } from './deliverable-event.js'
import type { WebhookRow } from './queries.js'

/** What delivery queues need of their host. */
export interface DeliveryQueueHost {
  readonly store: EventStore
  readonly checkpoints: Checkpoints
  readonly pause: Pause
  /** False where another server has taken over. */
  readonly mayAct: () => boolean
  readonly onFailure: (error: unknown) => void
  /** The payload of an event as JSON; undefined where its subject no longer exists. */
  readonly payloadOf: (forge: Forge, deliverable: DeliverableEvent, hook: WebhookRow) => Promise<string | undefined>
}

/** The position of a checkpoint in this store; undefined for a checkpoint of another history. */
export const positionIn = async (
  store: EventStore,
  { anchor, position }: Checkpoint,
): Promise<Position | undefined> => {
  if (anchor === undefined) return position
  const read = await store.readStream(anchor.stream, { from: anchor.revision, limit: 1 })
  if (read.kind === 'Unavailable') throw new Error(read.reason)
  const event = read.kind === 'Read' ? read.events[0] : undefined
  return event?.id === anchor.id ? event.position : undefined
}
