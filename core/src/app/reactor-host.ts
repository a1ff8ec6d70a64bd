import type { StoredEvent } from '../kernel/envelope.js'
import type { Checkpoints } from '../ports/checkpoints.js'
import type { EventStore } from '../ports/event-store.js'
import type { Pause } from './periodic.js'

export interface ReactorHost {
  readonly store: EventStore
  readonly checkpoints: Checkpoints
  readonly pause: Pause
  /** Asked before each event where several processes might act: false ends the reactor here, another one goes on. */
  readonly mayAct?: () => boolean
  /** Whether the cause of a failure may pass: a full disk, say. `RetryableError`s always may. */
  readonly mayPass?: (error: unknown) => boolean
  /** Called after each failed try; must not throw. */
  readonly onFailure: (reactor: string, event: StoredEvent, error: unknown) => void
  /** Called where the reactor hears of no further event until its next start, which is a defect; must not throw. */
  readonly onDropped?: (reactor: string, error: unknown) => void
  /** Called for each event that is parked; must not throw. */
  readonly onParked?: (reactor: string, event: StoredEvent, reason: string) => void
}

/** A reactor at work. */
export interface RunningReactor {
  /** Tries what is parked once more, in order within each stream; resolves when all of it was tried. */
  readonly retry: () => Promise<void>
  /** Lets the event under way end, and begins no other. */
  readonly stop: () => Promise<void>
}

/** The name and code of a failure, without its message. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
