import type { Position, StoredEvent } from '../kernel/envelope.js'
import { checkpointAnchorOf } from '../ports/checkpoints.js'
import type { Subscription } from '../ports/event-store.js'
import { eventHashes } from './canonical-event.js'
import type { HistoryTreeOptions } from './history-tree.js'
import type { Hash } from './merkle-tree.js'
import { tilesWith } from './tiles.js'

/** Events that were received and are not in the tree yet. */
interface Heard {
  readonly positions: Array<Position>
  readonly leaves: Array<Hash>
  last: StoredEvent | undefined
}

/** The most events that wait in memory before they are added to the tree. */
const MAX_WAITING_EVENTS = 2000

/** The index of the first of ascending positions after a given one. */
const firstBehind = (positions: ReadonlyArray<Position>, position: Position): number => {
  const found = positions.findIndex((one) => one > position)
  return found < 0 ? positions.length : found
}

/** A tree that follows the events as they happen. */
export interface LiveHistoryTree extends Subscription {
  /** Adds the received events to the tree. */
  readonly flush: () => void
}

/**
 * Follows the event store and adds the hash of each event to the tree; `tiles` hold a tree that has caught up once. Other processes may add to
 * the same tiles: they add the same entries, and entries already in the tiles are skipped. `onDropped` is called where following failed.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore, makeMemoryTreeTiles } from '@forgefold/adapters/memory'
 * const tree = { events: makeMemoryEventStore(), tiles: makeMemoryTreeTiles(), sha256 }
 * const followed = openLiveTree(tree, console.error)
 * followed.flush()
 * assert.equal(tree.tiles.head().size, 0)
 * await followed.stop()
 */
export const openLiveTree = (
  { events, tiles, sha256 }: Omit<HistoryTreeOptions, 'pause'>,
  onDropped: (error: unknown) => void,
): LiveHistoryTree => {
  const heard: Heard = { positions: [], leaves: [], last: undefined }
  const after = tiles.head().upTo?.position

  const flush = (): void => {
    const { last } = heard
    if (last === undefined) return
    const { size, upTo } = tiles.head()
    const begin = upTo === undefined ? 0 : firstBehind(heard.positions, upTo.position)
    const leaves = heard.leaves.slice(begin)
    if (leaves.length > 0) {
      const head = { size: size + leaves.length, upTo: { position: last.position, anchor: checkpointAnchorOf(last) } }
      // Another process was faster: entries it has left out are added the next time.
      if (!tiles.add(size, tilesWith(sha256, tiles, size, leaves), head)) return
    }
    heard.positions.length = 0
    heard.leaves.length = 0
    heard.last = undefined
  }

  const subscription = events.subscribe({
    ...(after === undefined ? {} : { after }),
    atOnce: MAX_WAITING_EVENTS,
    onEvents: (batch) => {
      for (const { position } of batch) heard.positions.push(position)
      for (const leaf of eventHashes(sha256, batch)) heard.leaves.push(leaf)
      heard.last = batch.at(-1) ?? heard.last
      if (heard.leaves.length >= MAX_WAITING_EVENTS) flush()
    },
    onDropped,
  })
  return { flush, stop: () => subscription.stop() }
}
