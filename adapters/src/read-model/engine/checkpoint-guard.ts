import { existsSync, writeFileSync } from 'node:fs'
import { isCheckpointOfStore } from '@forgefold/core/app'
import type { Position } from '@forgefold/core/kernel'
import type { Checkpoint, CheckpointAnchor, EventStore } from '@forgefold/core/ports'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { isDamage } from '../../sqlite/connection.js'
import { damageMarkerOf, removeReadModel } from './database.js'

interface CheckpointRow {
  readonly position: number | null
  readonly landmark: string | null
}

const rowIn = (db: Database): CheckpointRow | undefined =>
  db.prepare<[], CheckpointRow>('SELECT position, landmark FROM read_model WHERE id = 1').get()

/** The position of the rows on disk; undefined if the file was made by other code and is not readable. */
const storedCheckpoint = (file: string): CheckpointRow | 'damaged' | undefined => {
  const db = new SqliteDatabase(file)
  try {
    return rowIn(db)
  } catch (error) {
    return isDamage(error) ? 'damaged' : undefined
  } finally {
    db.close()
  }
}

const checkpointOf = ({ position, landmark }: CheckpointRow): Checkpoint | undefined =>
  position === null
    ? undefined
    : {
        position: position as Position,
        anchor: landmark === null ? undefined : (JSON.parse(landmark) as CheckpointAnchor),
      }

/**
 * The committed checkpoint of the rows; undefined if there is none.
 *
 * @example
 * import { openReadModel, projections } from '@forgefold/adapters/read-model'
 * assert.equal(storedPosition(openReadModel(':memory:', projections).db), undefined)
 */
export const storedPosition = (db: Database): Checkpoint | undefined => {
  const row = rowIn(db)
  return row === undefined ? undefined : checkpointOf(row)
}

/**
 * Has the next start remove the read model's file: it is damaged, which a running process cannot repair.
 *
 * @example
 * import { damageMarkerOf } from '@forgefold/adapters/read-model'
 * import { existsSync, mkdtempSync } from 'node:fs'
 * const file = `${mkdtempSync('rows-')}/read-model.sqlite`
 * markDamaged(file)
 * assert.equal(existsSync(damageMarkerOf(file)), true)
 */
export const markDamaged = (file: string): void => {
  if (file !== ':memory:') writeFileSync(damageMarkerOf(file), '')
}

/**
 * Removes the read model's file where it is damaged, or where its rows were made from another history than this store holds, because its
 * position would skip events there. What else was derived from the history has to follow: `removed` is also the answer where there is no
 * file.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * assert.equal(await discardForeignReadModel(makeMemoryEventStore(), 'no-such-file.sqlite', pause), 'removed')
 */
export const discardForeignReadModel = async (
  store: EventStore,
  file: string,
  pause: (milliseconds: number) => Promise<void>,
): Promise<'kept' | 'removed' | 'damaged'> => {
  if (!existsSync(file)) return 'removed'
  const row = existsSync(damageMarkerOf(file)) ? 'damaged' : storedCheckpoint(file)
  if (row === 'damaged') {
    removeReadModel(file)
    return 'damaged'
  }
  const checkpoint = row === undefined ? undefined : checkpointOf(row)
  if (checkpoint !== undefined && (await isCheckpointOfStore(checkpoint, store, pause))) return 'kept'
  removeReadModel(file)
  return 'removed'
}
