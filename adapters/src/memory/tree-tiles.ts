import type { TreeHead, TreeTiles } from '@forgefold/core/ports'

const NOTHING = new Uint8Array()

/**
 * The tree over a history in memory.
 *
 * @example
 * assert.deepEqual(makeMemoryTreeTiles().head().size, 0)
 */
export const makeMemoryTreeTiles = (): TreeTiles => {
  const kept = new Map<string, Uint8Array>()
  let now: TreeHead = { size: 0, upTo: undefined }
  return {
    head: () => now,
    tile: (level, index) => kept.get(`${level} ${index}`) ?? NOTHING,
    add: (from, tiles, head) => {
      if (from !== now.size) return false
      for (const { level, index, hashes } of tiles) kept.set(`${level} ${index}`, hashes)
      now = head
      return true
    },
    close: () => undefined,
  }
}
