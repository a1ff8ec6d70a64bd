import type { Checkpoint, EventStore, PersonalData, ReadModel } from '@forgefold/core/ports'
import { projections as all } from '../registry.js'
import { markDamaged, storedPosition } from './checkpoint-guard.js'
import { openReadModel, type ReadModelDurability } from './database.js'
import { OnlineCopies } from './online-copies.js'
import type { Projection } from './projection.js'
import { makeProjector, type Projector, type ProjectorOptions } from './projector.js'

export interface ReadModelOptions extends Pick<ProjectorOptions, 'patience' | 'onProgress' | 'onFailure'> {
  /** A file, or `:memory:`. */
  readonly file: string
  readonly store: EventStore
  readonly personalData: PersonalData
  /** Default: `kept`. */
  readonly use?: ReadModelDurability
  readonly projections?: ReadonlyArray<Projection>
  /** The rows to begin with, as `serialize` gave them; only for `:memory:`. */
  readonly image?: Buffer
}

/** A read model at work: what can be asked, and the projector that keeps it true. */
export interface RunningReadModel {
  readonly read: ReadModel
  readonly projector: Projector
  /** Has the next start make the rows anew: the file turned out to be damaged. */
  readonly markDamaged: () => void
  /** True where the rows are made anew from the whole history. */
  readonly fresh: boolean
  /** All rows as one image; what is under way is written first. */
  readonly serialize: () => Buffer
  /** The event that the rows end with, as far as it is written down; undefined where there is none. */
  readonly place: () => Checkpoint | undefined
  /**
   * Writes what is committed to another file, giving way to others on the way; false: the read model was closed before all was written.
   * Rejects where the disk does not take it.
   */
  readonly copyTo: (file: string) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Opens the read model; it follows the history once `projector.start()` is called. */
export const makeReadModel = (options: ReadModelOptions): RunningReadModel => {
  const { file, store, personalData, use, projections = all, image, ...rest } = options
  const { db, fresh } = openReadModel(file, projections, { use, image })
  const projector = makeProjector({ store, db, projections, personalData, onDamage: () => markDamaged(file), ...rest })
  const copies = new OnlineCopies(db)
  const read = Object.assign(
    { position: projector.position, reached: projector.reached },
    ...projections.map((projection) => projection.queries(db)),
  ) as ReadModel
  return {
    read,
    projector,
    fresh,
    markDamaged: () => markDamaged(file),
    serialize: () => {
      projector.flush()
      return db.serialize()
    },
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
