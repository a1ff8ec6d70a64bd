import type { Checkpoint } from './checkpoints.js'

/** Up to 256 neighbouring hashes of one level, the first `2^(8 · level)` entries apart: 32 bytes each (C2SP tlog-tiles). */
export interface TreeTile {
  readonly level: number
  readonly index: number
  readonly hashes: Uint8Array
}

/** How far the tree has come. */
export interface TreeHead {
  /** Events in the tree. */
  readonly size: number
  /** The last of them in the store it was read from; undefined where there is none. */
  readonly upTo: Checkpoint | undefined
}

/** Keeps the hashes of the tree over the history: some 32 bytes an event. Derived from the events, so it may be thrown away. */
export interface TreeTiles {
  readonly head: () => TreeHead
  /** The hashes of a tile, as many as there are; none where there is no such tile. */
  readonly tile: (level: number, index: number) => Uint8Array
  /** Puts tiles in the place of what stood there and moves the head, all or nothing. False where the tree is no longer of the size `from`: nothing is kept. */
  readonly add: (from: number, tiles: ReadonlyArray<TreeTile>, head: TreeHead) => boolean
  readonly close: () => void
}
