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
  /** Milliseconds within which the server has to confirm the subscription; an unconfirmed one is given up. */
  readonly confirmWithin: number
  /** Ends the wait, not the subscription. */
  readonly signal: AbortSignal
}

/**
 * One subscription to `$all`, from its beginning until it breaks or is closed: over the client's connection, its messages decoded here. The
 * client's own decodes every message into objects three times over and parses the texts of records that no subscriber needs.
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

  /** The server's checkpoint; valid once every record before it was delivered. */
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

  /** `caughtUp` was handled; it may come again. */
  heedCaughtUp(): void {
    this.#isCaughtUp = false
  }

  /** The next record; null if none is buffered. */
  read(): WireRecord | null {
    for (;;) {
      const message: ReadMessage | null = this.#call?.read() ?? null
      if (message === null) return null
      if (message.kind === 'record') return message.record
      this.#hear(message)
    }
  }

  /** Resolves at the next change; to be called before reading records, so that none is missed. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Ends the wait for the next change. */
  readonly stir = (): void => this.#wake()

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#confirmation)
    this.#options.signal.removeEventListener('abort', this.stir)
    if (this.#call !== undefined) giveUp(this.#call)
  }

  readonly #follow = (call: ReadCall): void => {
    // The call has no other listener, so its error is handled here.
    call.on('error', this.#breakOff)
    call.on('end', this.#breakOff)
    call.on('close', this.#breakOff)
    if (this.#isClosed) giveUp(call)
    else {
      this.#call = call
      call.on('readable', this.#stirSoon)
    }
  }

  /** At the end of the turn: all messages of one packet have then arrived, and are delivered together. */
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

/** Not in the turn in which a message arrived: grpc-js would then close the call before it has delivered everything. */
const giveUp = (call: ReadCall): void => {
  setImmediate(() => call.cancel())
}
