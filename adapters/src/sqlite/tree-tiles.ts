import type { Checkpoint, TreeTile, TreeTiles } from '@forgefold/core/ports'
import { type Connection, openForReading, retryWhileBusy } from './connection.js'
import { type Migrations, openMigrated } from './migrations.js'

const TREE: Migrations = [
  `CREATE TABLE tile (level INTEGER, number INTEGER, hashes BLOB NOT NULL, PRIMARY KEY (level, number)) STRICT;
   CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), size INTEGER NOT NULL, checkpoint TEXT) STRICT;
   INSERT INTO head VALUES (1, 0, NULL)`,
]

interface HeadRow {
  readonly size: number
  readonly checkpoint: string | null
}

const NOTHING = new Uint8Array()

const tilesOn = (connection: Connection): TreeTiles => {
  const headRow = connection.prepare<[], HeadRow>('SELECT size, checkpoint FROM head')
  const tileRow = connection
    .prepare<[number, number], Uint8Array>('SELECT hashes FROM tile WHERE level = ? AND number = ?')
    .pluck()
  const put = connection.prepare<[number, number, Uint8Array]>(
    'INSERT INTO tile VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET hashes = excluded.hashes',
  )
  const move = connection.prepare<[number, string | null, number]>(
    'UPDATE head SET size = ?, checkpoint = ? WHERE size = ?',
  )
  const add = connection.transaction(
    (from: number, tiles: ReadonlyArray<TreeTile>, size: number, upTo: Checkpoint | undefined): boolean => {
      if (move.run(size, upTo === undefined ? null : JSON.stringify(upTo), from).changes === 0) return false
      for (const { level, index, hashes } of tiles) put.run(level, index, hashes)
      return true
    },
  )
  return {
    head: () => {
      const { size, checkpoint } = headRow.get() as HeadRow
      if (checkpoint === null) return { size, upTo: undefined }
      const { position, anchor } = JSON.parse(checkpoint) as Checkpoint
      return { size, upTo: { position, anchor } }
    },
    tile: (level, index) => tileRow.get(level, index) ?? NOTHING,
    add: (from, tiles, { size, upTo }) => retryWhileBusy(() => add.immediate(from, tiles, size, upTo)),
    close: () => {
      connection.close()
    },
  }
}

/**
 * The history tree in a file of its own. A power failure may lose its last tiles together with its head.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * assert.equal(openSqliteTreeTiles(`${mkdtempSync('tree-')}/tree.sqlite`).head().size, 0)
 */
export const openSqliteTreeTiles = (path: string): TreeTiles => {
  const connection = openMigrated(path, { synchronous: 'NORMAL' }, TREE)
  return tilesOn(connection)
}

/**
 * The history tree of a server, read-only. Throws if there is no such file.
 *
 * @example
 * assert.throws(() => readSqliteTreeTiles('/no/such/file.sqlite'))
 */
export const readSqliteTreeTiles = (path: string): Pick<TreeTiles, 'head' | 'tile' | 'close'> =>
  tilesOn(openForReading(path))
