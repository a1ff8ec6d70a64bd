import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import type { Pause } from '../../../app/periodic.js'
import type { Position } from '../../../kernel/index.js'
import type { Checkpoint, Checkpoints } from '../../../ports/checkpoints.js'
import { eventAt } from '../../../ports/event-look-up.js'
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
  const event = await eventAt(store, anchor.stream, anchor.revision)
  if (E.isLeft(event)) throw new Error(event.left.reason)
  return event.right?.id === anchor.id ? event.right.position : undefined
}
