import type { RunningReadModel } from '@forgefold/adapters/read-model'
import type { Forge } from '@forgefold/core/app'
import type { Checkpoints, EventStore, PersonalData, Snapshots } from '@forgefold/core/ports'

/** The sources of a read model. */
export interface ReadModelSources {
  readonly store: EventStore
  readonly personalData: PersonalData
}

/** The ports of an instance. A provided port is closed by its provider, after the instance. */
export interface Ports
  extends Pick<
    Forge,
    | 'events'
    | 'git'
    | 'blobs'
    | 'packageFiles'
    | 'clock'
    | 'ids'
    | 'secrets'
    | 'passwords'
    | 'secretBox'
    | 'personalData'
    | 'markdown'
    | 'ciPlanner'
    | 'outbound'
    | 'mail'
    | 'emojiNames'
    | 'patterns'
  > {
  readonly checkpoints: Checkpoints
  readonly snapshots: Snapshots
  /** Opens a read model; the instance starts it and closes it. */
  readonly readModel: (sources: ReadModelSources) => RunningReadModel
}
