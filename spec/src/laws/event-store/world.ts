import { type EventId, instantOf, type NewEvent, type StreamName, streamName, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import type { Traits } from '../law.js'
import type { Random } from '../random.js'

/** A place where a history lives: a file, a server, or a process' memory. */
export interface StorePlace {
  /** Another store on the same history; on a place that is not shared, only after the one before was closed. */
  readonly connect: () => Promise<EventStore>
  /** Called once, after every store was closed. */
  readonly remove: () => Promise<void>
}

/**
 * What not every store can offer.
 *
 * `durable`: the history survives closing. `shared`: several stores work on one history at once. `densePositions`: no holes between
 * positions. `permanentDeduplication`: `any` and `streamExists` recognise ids for ever. `synchronousDelivery`: a subscriber that answers at once hears of an
 * event before the promise of its append resolves.
 */
export type StoreTrait = 'durable' | 'shared' | 'densePositions' | 'permanentDeduplication' | 'synchronousDelivery'

/** An adapter of the port, as the laws want it. */
export interface StoreAdapter {
  readonly name: string
  readonly traits: Traits<StoreTrait>
  readonly place: () => Promise<StorePlace>
}

/** What a law may use: a store with a history of its own, in which others may write too. */
export interface StoreWorld {
  readonly store: EventStore
  readonly random: Random
  /** A category that no other case uses. */
  readonly category: string
  /** The n-th stream of that category. */
  readonly stream: (n?: number) => StreamName
  /** New events with new ids. */
  readonly events: (count: number, type?: string) => ReadonlyArray<NewEvent>
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** Makes ids and events that are the same for the same seed. */
export const makeWorld = (store: EventStore, random: Random, label: string): StoreWorld => {
  let made = 0
  const run = hex(random.below(2 ** 32), 8)
  const id = (): EventId =>
    `01890000-${hex(++made >>> 12, 4)}-7${hex(made & 0xfff, 3)}-8000-${run}${hex(made & 0xffff, 4)}` as EventId
  const category = `law${label}${run}`
  return {
    store,
    random,
    category,
    stream: (n = 0) => streamName(category, n),
    events: (count, type = 'Tested') =>
      Array.from({ length: count }, () => ({
        id: id(),
        type,
        version: 1,
        data: { number: made, text: 'ä'.repeat(random.below(20)) },
        metadata: { at: instantOf(1_650_000_000_000 + made * 1000), actor: userActor(1), correlationId: run },
      })),
  }
}
