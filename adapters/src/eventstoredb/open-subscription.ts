import type { Position } from '@forgefold/core/kernel'
import type { EventFilter } from '@forgefold/core/ports'
import type { GuardedClient, ReadCall } from './client.js'
import { positionFrom } from './int64.js'
import { subscriptionRequest } from './subscription-request.js'
import type { ReadMessage, WireRecord } from './wire-record.js'

/** The most records buffered for a busy subscriber; flow control keeps the rest on the server. */
export const BUFFERED = 256

export interface SubscriptionOptions {
  /** Exclusive; undefined: from the first record. */
  readonly after: Position | undefined
  readonly filter: EventFilter | undefined
  /** Milliseconds within which the server has to confirm it: one that is not even confirmed will never come to anything. */
  readonly confirmWithin: number
  /** Ends the waiting, not the subscription. */
  readonly signal: AbortSignal
}

/**
 * One subscription to `$all`, from its beginning until it breaks or is closed: over the client's connection, its messages decoded here. The
 * client's own decodes every message into objects three times over and parses the texts of records that nobody wants.
 */
export class OpenSubscription {
  readonly #options: SubscriptionOptions
  readonly #confirmation: NodeJS.Timeout
  #call: ReadCall | undefined
  #isClosed = false
  #isStirring = false
  #wake: () => void = () => undefined
  #checkpoint: Position | undefined
  #isCaughtUp = false
  #isBroken = false

  constructor(client: GuardedClient, options: SubscriptionOptions) {
    this.#options = options
    this.#confirmation = setTimeout(this.#breakOff, options.confirmWithin)
    options.signal.addEventListener('abort', this.stir)
    client.openRead(subscriptionRequest(options.after, options.filter)).then(this.#follow, this.#breakOff)
  }

  /** The server's checkpoint; valid once every record before it was handed over. */
  get checkpoint(): Position | undefined {
    return this.#checkpoint
  }

  /** Whether the server has reported that the subscription caught up. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp
  }

  /** Whether the subscription has ended. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** `caughtUp` was heeded; it may come again. */
  heedCaughtUp(): void {
    this.#isCaughtUp = false
  }

  /** The next record; null where none is waiting. */
  read(): WireRecord | null {
    for (;;) {
      const message: ReadMessage | null = this.#call?.read() ?? null
      if (message === null) return null
      if (message.kind === 'record') return message.record
      this.#hear(message)
    }
  }

  /** Resolves with whatever happens next; to be taken before looking for records, so that nothing falls between. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Ends the waiting for what happens next. */
  readonly stir = (): void => this.#wake()

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#confirmation)
    this.#options.signal.removeEventListener('abort', this.stir)
    if (this.#call !== undefined) giveUp(this.#call)
  }

  readonly #follow = (call: ReadCall): void => {
    // The call has no other listener, so its error is swallowed here.
    call.on('error', this.#breakOff)
    call.on('end', this.#breakOff)
    call.on('close', this.#breakOff)
    if (this.#isClosed) giveUp(call)
    else {
      this.#call = call
      call.on('readable', this.#stirSoon)
    }
  }

  /** At the end of the turn: what came in one packet is then there, and is handed over together. */
  readonly #stirSoon = (): void => {
    if (this.#isStirring) return
    this.#isStirring = true
    setImmediate(() => {
      this.#isStirring = false
      this.#wake()
    })
  }

  #hear(message: Exclude<ReadMessage, { kind: 'record' }>): void {
    if (message.kind === 'confirmation') clearTimeout(this.#confirmation)
    else if (message.kind === 'caughtUp') this.#isCaughtUp = true
    else if (message.kind === 'checkpoint' && Number.isSafeInteger(message.commit))
      this.#checkpoint = positionFrom(message.commit)
    this.#wake()
  }

  readonly #breakOff = (): void => {
    this.#isBroken = true
    this.#wake()
  }
}

/** Not in the turn in which something came over it: grpc-js then ends what it has not yet handed over. */
const giveUp = (call: ReadCall): void => {
  setImmediate(() => call.cancel())
}
