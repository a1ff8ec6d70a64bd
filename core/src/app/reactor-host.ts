import type { StoredEvent } from '../kernel/envelope.js'
import type { Checkpoints } from '../ports/checkpoints.js'
import type { EventStore } from '../ports/event-store.js'
import type { Pause } from './periodic.js'

export interface ReactorHost {
  readonly store: EventStore
  readonly checkpoints: Checkpoints
  readonly pause: Pause
  /** Called before each event where several processes might act: false ends the reactor here, while another process continues. */
  readonly mayAct?: () => boolean
  /** Whether a failure may be temporary: a full disk, say. `RetryableError`s always are. */
  readonly mayPass?: (error: unknown) => boolean
  /** Called after each failed attempt; must not throw. */
  readonly onFailure: (reactor: string, event: StoredEvent, error: unknown) => void
  /** Called where the reactor receives no further events until its next start, which is a defect; must not throw. */
  readonly onDropped?: (reactor: string, error: unknown) => void
  /** Called for each event that is parked; must not throw. */
  readonly onParked?: (reactor: string, event: StoredEvent, reason: string) => void
}

/** A running reactor. */
export interface RunningReactor {
  /** Tries the parked events once more, in order within each stream; resolves when all have been tried. */
  readonly retry: () => Promise<void>
  /** Finishes the event in progress and starts no other. */
  readonly stop: () => Promise<void>
}

/** The name and code of a failure, without its message. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
