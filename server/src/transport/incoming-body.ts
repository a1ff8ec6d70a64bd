import { BodyAborted, BodyTooLarge, type RequestBody } from '../http/message.js'
import { BodyParts } from './body-parts.js'
import type { MinimumRate } from './minimum-rate.js'
import type { RequestLife } from './request-life.js'

/** How many bytes wait for their reader before the client is paused: 256 KiB. */
const HIGH_WATER = 256 * 1024

/** How long a client may go on sending after its answer is known, and how long it may pause meanwhile, in milliseconds. */
const LINGERING_TIME = 30_000
const LINGERING_SILENCE = 5_000

/** Flow control of the connection that carries a body; both are called only during the request. */
export interface Flow {
  readonly pause: () => void
  readonly resume: () => void
}

/** The body of a request as a transport passes it on, with backpressure; it ends with the request. */
export class IncomingBody implements RequestBody {
  readonly #life: RequestLife
  readonly #flow: Flow
  readonly #pace: MinimumRate
  readonly #declared: number | undefined
  readonly #waiting = new BodyParts()
  #received = 0
  #ended = false
  #paused = false
  /** Nothing more will be read: the rest is discarded. */
  #dropped = false
  #wake: (() => void) | undefined

  constructor(life: RequestLife, flow: Flow, pace: MinimumRate, declared: number | undefined) {
    this.#life = life
    this.#flow = flow
    this.#pace = pace
    this.#declared = declared
    life.onEnd(() => {
      this.#drop()
      this.#wake?.()
    })
  }

  /** The transport has received a part: a copy that belongs to the body. */
  take(chunk: Uint8Array, isLast: boolean): void {
    if (this.#life.over) return
    this.#received += chunk.byteLength
    this.#pace.moved(chunk.byteLength)
    if (chunk.byteLength > 0 && !this.#dropped) this.#waiting.add(chunk)
    if (isLast) this.#ended = true
    else if (this.#waiting.size > HIGH_WATER && !this.#paused) {
      this.#paused = true
      this.#flow.pause()
    }
    this.#wake?.()
  }

  /** Whether incoming parts are still kept. */
  get isWanted(): boolean {
    return !this.#dropped
  }

  /** Bytes that were declared, or may still follow in a chunked body, and were not received. */
  get missing(): number {
    if (this.#ended) return 0
    return this.#declared === undefined ? Number.POSITIVE_INFINITY : this.#declared - this.#received
  }

  /** Discards everything unread and everything that follows; true once all of it was received, false if the client took too long. Readers see the end. */
  async discard(): Promise<boolean> {
    this.#drop()
    this.#wake?.()
    const until = performance.now() + LINGERING_TIME
    while (!this.#ended && !this.#life.over) {
      const silence = Math.min(LINGERING_SILENCE, until - performance.now())
      const received = this.#received
      if (silence > 0) await this.#more(silence)
      if (!this.#ended && received === this.#received) return false
    }
    return this.#ended
  }

  #drop(): void {
    this.#dropped = true
    this.#waiting.clear()
    this.#goOn()
  }

  /** One promise, and not by way of the stream: most bodies come in one piece, and each step of a generator costs promises. */
  readonly bytes = (limit: number): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const parts = new BodyParts()
      const goOn = (): void => {
        try {
          for (let part = this.#next(); part !== undefined; part = this.#next()) parts.add(part)
          if (parts.size > limit) throw new BodyTooLarge()
          if (this.#isOver()) resolve(parts.takeAll())
          else this.#await(goOn)
        } catch (error) {
          reject(error)
        }
      }
      if (this.#declared !== undefined && this.#declared > limit) reject(new BodyTooLarge())
      else goOn()
    })

  readonly stream = async function* (this: IncomingBody): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#next()
      if (chunk !== undefined) yield chunk
      else if (this.#isOver()) return
      else await this.#more()
    }
  }.bind(this)

  readonly isAwaited = (): boolean => this.#wake !== undefined

  #next(): Uint8Array | undefined {
    const part = this.#waiting.take()
    if (part !== undefined && this.#waiting.size <= HIGH_WATER / 2) this.#goOn()
    return part
  }

  /** Throws `BodyAborted`. */
  #isOver(): boolean {
    if (this.#dropped) throw new BodyAborted()
    return this.#ended
  }

  /** Goes on once the client sends something, or the request ends. */
  #await(goOn: () => void): void {
    this.#pace.wait()
    this.#wake = () => {
      this.#wake = undefined
      this.#pace.go()
      goOn()
    }
  }

  /** Waits until the client sends something, the request ends, or the time in milliseconds is over. */
  async #more(milliseconds?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#await(resolve)
      if (milliseconds !== undefined) timer = setTimeout(() => this.#wake?.(), milliseconds)
    })
    clearTimeout(timer)
  }

  #goOn(): void {
    if (!this.#paused) return
    this.#paused = false
    if (!this.#life.over) this.#flow.resume()
  }
}

const EMPTY = new Uint8Array(0)

/** The body of a request without one. */
export const NO_BODY: RequestBody = {
  bytes: () => Promise.resolve(EMPTY),
  stream: async function* () {},
}
