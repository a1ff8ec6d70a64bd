import type { Position, StoredEvent } from '../kernel/envelope.js'
import { anchorFor } from './checkpoint-anchor.js'
import type { ReactorHost } from './reactor-host.js'

/** After how many batches without a relevant event the checkpoint is stored nevertheless. */
const QUIET_BATCHES = 256

/** How long `stop` waits for the store to name its last event, in milliseconds. */
const LAST_EVENT_TIMEOUT_MS = 250

/** The progress of a reactor, and the checkpoint from which its next start continues. */
export interface ReactorProgress {
  /** Notes a batch without relevant events; false where the checkpoint is due now. Skipping such events again at the next start costs little. */
  readonly passes: (events: ReadonlyArray<StoredEvent>, upTo: Position, goesOn: () => boolean) => boolean
  /** Stores that these events are done, and all events up to a position. A checkpoint that could not be stored is stored with the next batch. */
  readonly saved: (done: ReadonlyArray<StoredEvent>, upTo?: Position) => Promise<void>
  /** Lets the next start continue from the end of this run, instead of skipping the same events once more. */
  readonly savedPassed: () => Promise<void>
}

export const reactorProgress = (name: string, { store, checkpoints, pause }: ReactorHost): ReactorProgress => {
  let quiet = 0
  /** How far it has come beyond the checkpoint without a relevant event. */
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
