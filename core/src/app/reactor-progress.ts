import type { Position, StoredEvent } from '../kernel/envelope.js'
import { anchorFor } from './checkpoint-anchor.js'
import type { ReactorHost } from './reactor-host.js'

/** After how many batches without a relevant event the checkpoint is stored nevertheless. */
const QUIET_BATCHES = 256

/** How long `stop` waits for the store to name its last event, in milliseconds. */
const LAST_EVENT_TIMEOUT_MS = 250

/** The progress of a reactor, and the checkpoint from which its next start continues. */
export class ReactorProgress {
  readonly #name: string
  readonly #host: ReactorHost
  #quiet = 0
  /** How far it has come beyond the checkpoint without a relevant event. */
  #passed: Position | undefined

  constructor(name: string, host: ReactorHost) {
    this.#name = name
    this.#host = host
  }

  /** Whether a batch needs nothing but to be passed: it has no relevant event, and the checkpoint is not due. Skipping such events again at the next start costs little. */
  isPassed(events: ReadonlyArray<StoredEvent>): boolean {
    return events.length === 0 && ++this.#quiet < QUIET_BATCHES
  }

  /** Notes that all events up to a position are done, without storing it. */
  passed(upTo: Position): void {
    this.#passed = upTo
  }

  /** Stores that these events are done, and all events up to a position. A checkpoint that could not be stored is stored with the next batch. */
  async save(done: ReadonlyArray<StoredEvent>, upTo = done.at(-1)?.position): Promise<void> {
    if (upTo === undefined) return
    this.#quiet = 0
    this.#passed = undefined
    const { store, checkpoints } = this.#host
    const anchor = await anchorFor(done, store)
    await checkpoints.save(this.#name, { position: upTo, anchor }).catch(() => undefined)
  }

  /** Lets the next start continue from the end of this run, instead of skipping the same events once more. */
  async savePassed(): Promise<void> {
    const position = this.#passed
    if (position === undefined) return
    const { store, checkpoints, pause } = this.#host
    const last = anchorFor([], store).catch(() => undefined)
    const anchor = await Promise.race([last, pause(LAST_EVENT_TIMEOUT_MS, last)])
    if (anchor !== undefined) await checkpoints.save(this.#name, { position, anchor }).catch(() => undefined)
  }
}
