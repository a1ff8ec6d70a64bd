import * as E from 'fp-ts/lib/Either.js'
import { isCheckpointOfStore } from '../app/checkpoint-anchor.js'
import { readPage, walkHistory } from '../app/history-pages.js'
import type { Pause } from '../app/periodic.js'
import { type Rejection, refused } from '../kernel/rejection.js'
import { checkpointAnchorOf } from '../ports/checkpoints.js'
import type { EventStore } from '../ports/event-store.js'
import type { TreeTiles } from '../ports/tree-tiles.js'
import { eventHash, eventHashes } from './canonical-event.js'
import { consistencyProof, type Hash, inclusionProof, rootHash, type Sha256, sameHash } from './merkle-tree.js'
import { subtreesOf, tilesWith } from './tiles.js'

/** What a tree over a history is built from. */
export interface HistoryTreeOptions {
  readonly events: EventStore
  readonly tiles: TreeTiles
  readonly sha256: Sha256
  readonly pause: Pause
}

/** The Merkle tree over a history in its global order (RFC 9162), one entry per event. */
export interface HistoryTree {
  /**
   * Adds the events since, page by page, and returns the new size. Rejections: `Refused` where the history is not the one that the tree was
   * built from, so that no signed checkpoint is contradicted; `Unavailable`.
   */
  readonly catchUp: (isOver?: () => boolean) => Promise<E.Either<Rejection, number>>
  readonly size: () => number
  /** The root over the first `size` events, which the tree must have. */
  readonly root: (size: number) => Hash
  readonly leaf: (index: number) => Hash
  readonly inclusion: (index: number, size: number) => ReadonlyArray<Hash>
  readonly consistency: (older: number, size: number) => ReadonlyArray<Hash>
}

const PAGE = 500

/**
 * Opens the tree that the tiles hold.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { makeMemoryTreeTiles } from '@forgefold/adapters/memory'
 * import { fixedHistory } from '@forgefold/core/audit'
 * const event = { id: 'one', stream: 'label-1', revision: 0, position: 1, type: 'LabelDeleted', version: 1, metadata: {}, data: {} }
 * const tree = historyTree({ events: fixedHistory([event]), tiles: makeMemoryTreeTiles(), sha256, pause })
 * assert.equal((await tree.catchUp()).right, 1)
 * assert.deepEqual(tree.root(1), tree.leaf(0))
 */
export const historyTree = ({ events, tiles, sha256, pause }: HistoryTreeOptions): HistoryTree => {
  const subtrees = subtreesOf(sha256, tiles)

  let isAnchored = false

  /** Finds the end of the tree in a store with other positions, which is a copy of the history or another history. */
  const findEnd = async (): Promise<E.Either<Rejection, void>> => {
    const { size } = tiles.head()
    let index = 0
    for await (const event of walkHistory(events, pause)) {
      if (E.isLeft(event)) return event
      if (!sameHash(eventHash(sha256, event.right), subtrees.complete(0, index)))
        return E.left(refused(`event ${index} of the history is not the one that its tree was made of`))
      index++
      if (index < size) continue
      const { position } = event.right
      tiles.add(size, [], { size, upTo: { position, anchor: checkpointAnchorOf(event.right) } })
      return E.right(undefined)
    }
    return E.left(refused(`the history ends before event ${index}, its tree has ${size}`))
  }

  const anchored = async (isOver: () => boolean): Promise<E.Either<Rejection, void>> => {
    const { size, upTo } = tiles.head()
    if (!isAnchored && size > 0 && upTo !== undefined && !(await isCheckpointOfStore(upTo, events, pause, isOver))) {
      const found = await findEnd()
      if (E.isLeft(found)) return found
    }
    isAnchored = true
    return E.right(undefined)
  }

  /** True where there are more pages. */
  const addPage = async (): Promise<E.Either<Rejection, boolean>> => {
    const { size, upTo } = tiles.head()
    const page = await readPage(events, { limit: PAGE, ...(upTo === undefined ? {} : { after: upTo.position }) }, pause)
    if (E.isLeft(page)) return page
    const { events: added, upTo: reached } = page.right
    if (reached !== undefined && reached !== upTo?.position) {
      const leaves = eventHashes(sha256, added)
      const last = added.at(-1)
      const anchor = last === undefined ? upTo?.anchor : checkpointAnchorOf(last)
      // Where another process has added them meanwhile, they are the same.
      tiles.add(size, tilesWith(sha256, tiles, size, leaves), {
        size: size + leaves.length,
        upTo: { position: reached, anchor },
      })
    }
    return E.right(!page.right.end)
  }

  return {
    catchUp: async (isOver = () => false) => {
      const ready = await anchored(isOver)
      if (E.isLeft(ready)) return ready
      for (;;) {
        const more = await addPage()
        if (E.isLeft(more)) return more
        if (!more.right || isOver()) return E.right(tiles.head().size)
      }
    },
    size: () => tiles.head().size,
    root: (size) => rootHash(subtrees, size),
    leaf: (index) => subtrees.complete(0, index),
    inclusion: (index, size) => inclusionProof(subtrees, index, size),
    consistency: (older, size) => consistencyProof(subtrees, older, size),
  }
}
