/**
 * One request from its head to its end, and the owner of all that is held for it.
 *
 * It ends once, whatever ends it: the whole answer, the client, its slowness, or the server's stop. Then every part lets go of what it has:
 * the body of what it kept, the answer of its source, and by the signal the handler of its processes, files and places.
 */
export class RequestLife {
  readonly #connection: { readonly close: () => void }
  #releases: Array<() => void> | undefined
  #ending: AbortController | undefined
  #over = false

  constructor(connection: { readonly close: () => void }) {
    this.#connection = connection
  }

  get over(): boolean {
    return this.#over
  }

  /** Aborted when the request ends. */
  get signal(): AbortSignal {
    if (this.#ending === undefined) {
      this.#ending = new AbortController()
      if (this.#over) this.#ending.abort()
    }
    return this.#ending.signal
  }

  /** Registers a function to run when the request ends; it runs at once if that has happened. `release` must not throw. */
  onEnd(release: () => void): void {
    if (this.#over) release()
    else if (this.#releases === undefined) this.#releases = [release]
    else this.#releases.push(release)
  }

  end(): void {
    if (this.#over) return
    this.#over = true
    if (this.#releases !== undefined) for (const release of this.#releases) release()
    this.#releases = undefined
    this.#ending?.abort()
  }

  /** Ends it early and closes the connection, because what was sent on it is incomplete. */
  cut(): void {
    if (this.#over) return
    this.end()
    this.#connection.close()
  }
}
