import { existsSync } from 'node:fs'
import { isOfStore } from '@forgefold/core/app'
import type { Position } from '@forgefold/core/kernel'
import type { Checkpoint, CheckpointAnchor, EventStore } from '@forgefold/core/ports'
import SqliteDatabase from 'better-sqlite3'
import { removeReadModel } from './database.js'

interface PlaceRow {
  readonly position: number | null
  readonly landmark: string | null
}

/** How far the rows on disk go; undefined where the file was made by other code and says nothing we can read. */
const placeIn = (file: string): PlaceRow | undefined => {
  const db = new SqliteDatabase(file)
  try {
    return db.prepare<[], PlaceRow>('SELECT position, landmark FROM read_model WHERE id = 1').get()
  } catch {
    return undefined
  } finally {
    db.close()
  }
}

const checkpointOf = ({ position, landmark }: PlaceRow): Checkpoint | undefined =>
  position === null
    ? undefined
    : {
        position: position as Position,
        anchor: landmark === null ? undefined : (JSON.parse(landmark) as CheckpointAnchor),
      }

/**
 * Throws the read model away where its rows were made from another history than this store holds, because its position would skip events
 * there. True where it stays: then what else was derived from the history may stay, too.
 */
export const keepReadModelOf = async (
  store: EventStore,
  file: string,
  pause: (milliseconds: number) => Promise<void>,
): Promise<boolean> => {
  if (!existsSync(file)) return false
  const place = placeIn(file)
  const checkpoint = place === undefined ? undefined : checkpointOf(place)
  if (checkpoint !== undefined && (await isOfStore(checkpoint, store, pause))) return true
  removeReadModel(file)
  return false
}
