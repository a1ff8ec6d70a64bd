import type { Instance } from '@forgefold/core/app'
import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { Clock } from '@forgefold/core/ports'

/** What the composition has to know. */
export interface CompositionOptions {
  readonly instance: Instance
  /** The folder of everything kept; undefined: memory only. */
  readonly data?: string
  readonly clock?: Clock
  /** How many seconds another process's change of the settings may go unseen; default 60. */
  readonly settingsCache?: number
  /** Told how far the read model has come. */
  readonly onProgress?: (position: Position) => void
  readonly onProjectionFailure?: (event: StoredEvent, projection: string, problem: string) => void
}
