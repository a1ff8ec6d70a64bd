import type { RunningReadModel } from '@forgefold/adapters/read-model'
import type { Forge } from '@forgefold/core/app'
import type { Checkpoints, EventStore, PersonalData, Snapshots } from '@forgefold/core/ports'

/** What a read model is fed from. */
export interface ReadModelSources {
  readonly store: EventStore
  readonly personalData: PersonalData
}

/** The outside of an instance. Whoever gives a port closes it, after the instance. */
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
