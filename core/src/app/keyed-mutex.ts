/** Runs one piece of work at a time for each key, in the order of the calls, within one process. */
export class KeyedMutex<Key extends string = string> {
  readonly #last = new Map<Key, Promise<unknown>>()

  /** Runs the work once all earlier holders of the key have ended, whether they succeeded or failed. */
  run<A>(key: Key, work: () => Promise<A>): Promise<A> {
    const before = this.#last.get(key)
    const run = before === undefined ? work() : before.then(work, work)
    this.#last.set(key, run)
    const done = (): void => {
      if (this.#last.get(key) === run) this.#last.delete(key)
    }
    run.then(done, done)
    return run
  }

  /** Waits for the key and resolves to the function that releases it, for work that begins and ends in different calls. */
  acquire(key: Key): Promise<() => void> {
    return new Promise((acquired, failed) => {
      this.run(key, () => new Promise<void>((release) => acquired(release))).catch(failed)
    })
  }
}
