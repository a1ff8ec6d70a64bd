import type { TreeTile, TreeTiles } from '../ports/tree-tiles.js'
import { HASH_BYTES, type Hash, nodeHash, type Sha256, type Subtrees } from './merkle-tree.js'

const TILE_HEIGHT = 8

/** The number of hashes in a full tile. */
const TILE_WIDTH = 2 ** TILE_HEIGHT

const hashIn = (tile: Uint8Array, index: number): Hash => tile.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)

/** The hash over `2^height` consecutive hashes of a tile. */
const folded = (sha256: Sha256, tile: Uint8Array, begin: number, height: number): Hash => {
  if (height === 0) return hashIn(tile, begin)
  const middle = begin + 2 ** (height - 1)
  return nodeHash(sha256, folded(sha256, tile, begin, height - 1), folded(sha256, tile, middle, height - 1))
}

/**
 * The complete subtrees of a tree that is stored in tiles.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { makeMemoryTreeTiles } from '@forgefold/adapters/memory'
 * assert.equal(subtreesOf(sha256, makeMemoryTreeTiles()).sha256, sha256)
 */
export const subtreesOf = (sha256: Sha256, tiles: Pick<TreeTiles, 'tile'>): Subtrees => ({
  sha256,
  complete: (level, index) => {
    const height = level % TILE_HEIGHT
    const first = index * 2 ** height
    const tile = tiles.tile(Math.floor(level / TILE_HEIGHT), Math.floor(first / TILE_WIDTH))
    return folded(sha256, tile, first % TILE_WIDTH, height)
  },
})

const joined = (tile: Uint8Array, hashes: ReadonlyArray<Hash>): Uint8Array => {
  const bytes = new Uint8Array(tile.length + hashes.length * HASH_BYTES)
  bytes.set(tile)
  hashes.forEach((hash, at) => {
    bytes.set(hash, tile.length + at * HASH_BYTES)
  })
  return bytes
}

/**
 * The tiles that change when leaves are added to a tree of `size`; each level receives the hashes of the tiles filled below it.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { makeMemoryTreeTiles } from '@forgefold/adapters/memory'
 * assert.equal(tilesWith(sha256, makeMemoryTreeTiles(), 0, [sha256('one')]).length, 1)
 */
export const tilesWith = (
  sha256: Sha256,
  tiles: Pick<TreeTiles, 'tile'>,
  size: number,
  leaves: ReadonlyArray<Hash>,
): ReadonlyArray<TreeTile> => {
  const changed: Array<TreeTile> = []
  let [level, count, added] = [0, size, leaves]
  while (added.length > 0) {
    const filled: Array<Hash> = []
    for (let at = 0; at < added.length; ) {
      const index = Math.floor((count + at) / TILE_WIDTH)
      const room = TILE_WIDTH - ((count + at) % TILE_WIDTH)
      const old = room === TILE_WIDTH ? new Uint8Array() : tiles.tile(level, index)
      const hashes = joined(old, added.slice(at, at + room))
      changed.push({ level, index, hashes })
      if (hashes.length === TILE_WIDTH * HASH_BYTES) filled.push(folded(sha256, hashes, 0, TILE_HEIGHT))
      at += room
    }
    level++
    count = Math.floor(count / TILE_WIDTH)
    added = filled
  }
  return changed
}
