/** What a composition opened itself, so that it is closed when the instance ends, and when its start fails half-way. */
export class OpenedPorts {
  readonly #closing: Array<() => unknown> = []

  /** Notes what has a `close`; gives it back. Ports that were provided are left to their provider, and not added. */
  add<A>(port: A): A {
    if (typeof port === 'object' && port !== null && 'close' in port && typeof port.close === 'function') {
      const { close } = port
      this.atEnd(() => close.call(port))
    }
    return port
  }

  atEnd(close: () => unknown): void {
    this.#closing.push(close)
  }

  /** Closes what is open, in the reverse order, because what was opened later may use what was opened before. */
  async close(): Promise<void> {
    for (let close = this.#closing.pop(); close !== undefined; close = this.#closing.pop()) await close()
  }
}
