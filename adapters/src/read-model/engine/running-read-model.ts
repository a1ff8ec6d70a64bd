import type { Checkpoint, EventStore, PersonalData, ReadModel } from '@forgefold/core/ports'
import type { Database } from 'better-sqlite3'
import { projections as all } from '../registry.js'
import { markDamaged, storedPosition } from './checkpoint-guard.js'
import { openReadModel, type ReadModelDurability } from './database.js'
import { madeWhenAsked } from './made-when-asked.js'
import { OnlineCopies } from './online-copies.js'
import type { Projection } from './projection.js'
import { makeProjector, type Projector, type ProjectorOptions } from './projector.js'
import { rowsSharedBy, SharedRows } from './shared-rows.js'

export interface ReadModelOptions extends Pick<ProjectorOptions, 'timeout' | 'onProgress' | 'onFailure' | 'onDefect'> {
  /** A file, or `:memory:`. */
  readonly file: string
  readonly store: EventStore
  readonly personalData: PersonalData
  /** Default: `durable`. */
  readonly durability?: ReadModelDurability
  readonly projections?: ReadonlyArray<Projection>
  /** The initial rows, as returned by `share`; only for `:memory:`. */
  readonly rows?: SharedRows
}

/** A running read model: its queries, and the projector that keeps it current. */
export interface RunningReadModel {
  readonly read: ReadModel
  readonly projector: Projector
  /** Has the next start rebuild the rows, because the file turned out to be damaged. */
  readonly markDamaged: () => void
  /** True if the rows are being rebuilt from the whole history. */
  readonly fresh: boolean
  /** A snapshot of all rows, for other read models to start with; pending changes are committed first. It is the same object until something is written. */
  readonly share: () => SharedRows
  /** The checkpoint of the last committed event; undefined if there is none. */
  readonly place: () => Checkpoint | undefined
  /**
   * Writes what is committed to another file, giving way to others on the way; false: the read model was closed before all was written.
   * Rejects where the disk does not take it.
   */
  readonly copyTo: (file: string) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Gives a snapshot of the rows; the previous one if nothing was written since. */
const sharer = (db: Database, projector: Pick<Projector, 'flush'>): RunningReadModel['share'] => {
  let last: { readonly changes: number; readonly rows: SharedRows } | undefined
  return () => {
    projector.flush()
    const shared = rowsSharedBy(db)
    if (shared !== undefined) return shared
    const changes = db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0
    if (last?.changes !== changes) last = { changes, rows: new SharedRows(db.serialize()) }
    return last.rows
  }
}

/**
 * Opens the read model; it follows the history once `projector.start()` is called.
 *
 * @example
 * import { makeMemoryEventStore, makeMemoryPersonalData } from '@forgefold/adapters/memory'
 * const [store, personalData] = [makeMemoryEventStore(), makeMemoryPersonalData()]
 * const readModel = makeReadModel({ file: ':memory:', store, personalData })
 * await readModel.projector.start()
 * assert.equal(readModel.read.users.byId(1), undefined)
 * await readModel.close()
 */
export const makeReadModel = (options: ReadModelOptions): RunningReadModel => {
  const { file, store, personalData, durability, projections = all, rows, ...rest } = options
  const { db, fresh } = openReadModel(file, projections, { durability, rows })
  const projector = makeProjector({ store, db, projections, personalData, onDamage: () => markDamaged(file), ...rest })
  const copies = new OnlineCopies(db)
  return {
    read: madeWhenAsked(projections, db, projector),
    projector,
    fresh,
    markDamaged: () => markDamaged(file),
    share: sharer(db, projector),
    place: () => storedPosition(db),
    copyTo: (file) => {
      projector.flush()
      return copies.copyTo(file)
    },
    close: async () => {
      await projector.stop()
      await copies.end()
      db.close()
    },
  }
}
