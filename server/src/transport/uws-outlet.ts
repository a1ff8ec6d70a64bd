import type { NativeResponse } from './uws-binding.js'
import type { UwsRequest } from './uws-request.js'

/**
 * Writes a body part by part and waits while the client is slower.
 *
 * One listener serves the whole response, because the native server drops one that is registered while another runs.
 */
export class Outlet {
  readonly #request: UwsRequest
  readonly #native: NativeResponse
  #wake: (() => void) | undefined

  constructor(request: UwsRequest, native: NativeResponse) {
    this.#request = request
    this.#native = native
    native.onWritable(() => {
      this.#wake?.()
      return true
    })
    request.life.onEnd(() => this.#wake?.())
  }

  async #writable(): Promise<void> {
    const { life, pace } = this.#request
    if (life.over) return
    pace.wait()
    await new Promise<void>((resolve) => {
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
    })
    pace.go()
  }

  /** Sends what the client did not take of a whole body that was tried before. */
  async sendRest(body: string | Uint8Array, total: number): Promise<void> {
    const rest = Buffer.from(body as Uint8Array).subarray(this.#native.getWriteOffset())
    await this.#writable()
    await this.sendOf(total, rest)
  }

  /** Sends a part of a body of known size. */
  async sendOf(total: number, part: Uint8Array): Promise<void> {
    const { life, pace } = this.#request
    let rest = part
    while (!life.over) {
      const before = this.#native.getWriteOffset()
      const [ok, done] = this.#tryEnd(rest, total)
      if (done) life.end()
      if (ok || done) {
        pace.moved(rest.byteLength)
        return
      }
      const sent = this.#native.getWriteOffset() - before
      pace.moved(sent)
      rest = rest.subarray(sent)
      await this.#writable()
    }
  }

  #tryEnd(chunk: Uint8Array, total: number): [ok: boolean, done: boolean] {
    let sent: [ok: boolean, done: boolean] = [false, false]
    this.#native.cork(() => {
      sent = this.#native.tryEnd(chunk, total)
    })
    return sent
  }

  /** Sends a part of a body of unknown size. */
  async send(part: Uint8Array): Promise<void> {
    let fits = true
    this.#native.cork(() => {
      fits = this.#native.write(part)
    })
    if (!fits) await this.#writable()
    this.#request.pace.moved(part.byteLength)
  }
}
