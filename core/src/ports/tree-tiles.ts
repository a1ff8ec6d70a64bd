import type { Checkpoint } from './checkpoints.js'

/** Up to 256 neighbouring hashes of one level, the first `2^(8 · level)` entries apart: 32 bytes each (C2SP tlog-tiles). */
export interface TreeTile {
  readonly level: number
  readonly index: number
  readonly hashes: Uint8Array
}

/** The size of the stored tree. */
export interface TreeHead {
  /** Events in the tree. */
  readonly size: number
  /** The last of them in the store it was read from; undefined where the tree is empty. */
  readonly upTo: Checkpoint | undefined
}

/** Stores the hashes of the tree over the history: some 32 bytes per event. Derived from the events, so it can be deleted. */
export interface TreeTiles {
  readonly head: () => TreeHead
  /** The hashes of a tile, as many as there are; empty where there is no such tile. */
  readonly tile: (level: number, index: number) => Uint8Array
  /** Replaces tiles and the head, all or nothing. False where the tree no longer has the size `from`: nothing is stored. */
  readonly add: (from: number, tiles: ReadonlyArray<TreeTile>, head: TreeHead) => boolean
  readonly close: () => void
}
