import type { Position, StoredEvent } from '../kernel/envelope.js'
import { anchorFor } from './checkpoint-anchor.js'
import type { ReactorHost } from './reactor-host.js'

/** How many batches without an event for it a reactor lets pass before its checkpoint follows. */
const QUIET_BATCHES = 256

/** How long a stop waits, in milliseconds, for a store to say what its last event is. */
const LAST_EVENT_TIMEOUT_MS = 250

/** How far a reactor has come, and the checkpoint that tells the next start of it. */
export interface ReactorProgress {
  /** Takes note of a batch without an event for the reactor, unless its checkpoint is to follow now: others' events cost nothing when they are passed over again. */
  readonly passes: (events: ReadonlyArray<StoredEvent>, upTo: Position, goesOn: () => boolean) => boolean
  /** Stores that these events are done, and all up to a position; a checkpoint that could not be stored is stored with the next batch. */
  readonly saved: (done: ReadonlyArray<StoredEvent>, upTo?: Position) => Promise<void>
  /** Lets the next start go on from where this one ends, instead of looking through what it has passed once more. */
  readonly savedPassed: () => Promise<void>
}

export const reactorProgress = (name: string, { store, checkpoints, pause }: ReactorHost): ReactorProgress => {
  let quiet = 0
  /** How far it has come beyond the checkpoint without an event for it. */
  let passed: Position | undefined
  return {
    passes: (events, upTo, goesOn) => {
      if (events.length > 0 || ++quiet >= QUIET_BATCHES) return false
      if (goesOn()) passed = upTo
      return true
    },
    saved: async (done, upTo = done.at(-1)?.position) => {
      if (upTo === undefined) return
      quiet = 0
      passed = undefined
      const anchor = await anchorFor(done, store)
      await checkpoints.save(name, { position: upTo, anchor }).catch(() => undefined)
    },
    savedPassed: async () => {
      if (passed === undefined) return
      const position = passed
      const last = anchorFor([], store).catch(() => undefined)
      const anchor = await Promise.race([last, pause(LAST_EVENT_TIMEOUT_MS, last)])
      if (anchor !== undefined) await checkpoints.save(name, { position, anchor }).catch(() => undefined)
    },
  }
}
