import { BodyAborted, BodyTooLarge, type RequestBody } from '../http/message.js'
import type { NativeResponse } from './uws-binding.js'

/** So many bytes wait for their reader before the client is asked to wait: 256 KiB. */
const HIGH_WATER = 256 * 1024

/** The body of a request as the native server hands it over: copied, because the chunks are taken back, and throttled. */
export class UwsBody implements RequestBody {
  readonly #response: NativeResponse
  readonly #declared: number | undefined
  #chunks: Array<Uint8Array> = []
  #waiting = 0
  #received = 0
  #ended = false
  #aborted = false
  #paused = false
  /** Nobody will read on: what still comes is dropped. */
  #dropped = false
  #wake: (() => void) | undefined
  constructor(response: NativeResponse, declared: number | undefined) {
    this.#response = response
    this.#declared = declared
    response.onData((chunk, isLast) => this.#take(chunk, isLast))
  }

  #take(chunk: ArrayBuffer, isLast: boolean): void {
    this.#received += chunk.byteLength
    if (chunk.byteLength > 0 && !this.#dropped) {
      this.#chunks.push(new Uint8Array(chunk.slice(0)))
      this.#waiting += chunk.byteLength
    }
    if (isLast) this.#ended = true
    else if (this.#waiting > HIGH_WATER && !this.#paused) {
      this.#paused = true
      this.#response.pause()
    }
    this.#wake?.()
  }

  /** The client is gone; the native response must not be touched any more. */
  abort(): void {
    this.#aborted = true
    this.#wake?.()
  }

  /** Drops what nobody read and lets the client send on, so that the connection can serve again. */
  drop(): void {
    this.#dropped = true
    this.#chunks = []
    this.#goOn()
  }

  /** Bytes that were declared, or might still come of a chunked body, and were not received. */
  get missing(): number {
    if (this.#ended) return 0
    return this.#declared === undefined ? Number.POSITIVE_INFINITY : this.#declared - this.#received
  }

  /** Not by way of the stream: most bodies come in one piece, and each step of a generator is a promise. */
  readonly bytes = async (limit: number): Promise<Uint8Array> => {
    if (this.#declared !== undefined && this.#declared > limit) throw new BodyTooLarge()
    const parts: Array<Uint8Array> = []
    let size = 0
    for (;;) {
      for (let chunk = this.#next(); chunk !== undefined; chunk = this.#next()) {
        size += chunk.byteLength
        if (size > limit) throw new BodyTooLarge()
        parts.push(chunk)
      }
      if (this.#isOver()) return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts, size)
      await this.#more()
    }
  }

  readonly stream = async function* (this: UwsBody): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#next()
      if (chunk !== undefined) yield chunk
      else if (this.#isOver()) return
      else await this.#more()
    }
  }.bind(this)

  #next(): Uint8Array | undefined {
    const chunk = this.#chunks.shift()
    if (chunk === undefined) return undefined
    this.#waiting -= chunk.byteLength
    if (this.#waiting <= HIGH_WATER / 2) this.#goOn()
    return chunk
  }

  /** Throws `BodyAborted`. */
  #isOver(): boolean {
    if (this.#aborted) throw new BodyAborted()
    return this.#ended
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
    })
  }

  #goOn(): void {
    if (!this.#paused || this.#aborted) return
    this.#paused = false
    this.#response.resume()
  }
}

const EMPTY = new Uint8Array(0)

/** The body of a request that has none. */
export const NO_BODY: RequestBody = {
  bytes: () => Promise.resolve(EMPTY),
  stream: async function* () {},
}
