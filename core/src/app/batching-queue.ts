interface Waiter<Work, Answer> {
  readonly work: Work
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (defect: unknown) => void
}

/** What waits for a key, and how much of its work is being done. */
interface Line<Work, Answer> {
  readonly waiting: Array<Waiter<Work, Answer>>
  inProgress: number
}

/**
 * Does a batch of work; answers each piece of it, at least one. A piece that it leaves undefined begins the next batch. An answer that is a
 * rejected promise fails that piece alone.
 */
export type PerformBatch<Key, Work, Answer> = (
  key: Key,
  batch: ReadonlyArray<Work>,
) => Promise<ReadonlyArray<Answer | Promise<Answer> | undefined>>

/**
 * Work that is done one batch at a time for each key, within one process. What arrives for a key while a batch of it is being done forms the
 * next batch, in the order of the calls. Where a batch throws, all of it fails.
 */
export class BatchingQueue<Key extends string, Work, Answer> {
  readonly #perform: PerformBatch<Key, Work, Answer>
  readonly #maxBatch: number
  readonly #lines = new Map<Key, Line<Work, Answer>>()

  constructor(perform: PerformBatch<Key, Work, Answer>, maxBatch: number) {
    this.#perform = perform
    this.#maxBatch = maxBatch
  }

  /** How many calls for the key have no answer yet. */
  pending(key: Key): number {
    const line = this.#lines.get(key)
    return line === undefined ? 0 : line.inProgress + line.waiting.length
  }

  run(key: Key, work: Work): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiter = { work, resolve, reject }
      const line = this.#lines.get(key)
      if (line === undefined) void this.#serve(key, waiter)
      else line.waiting.push(waiter)
    })
  }

  async #serve(key: Key, first: Waiter<Work, Answer>): Promise<void> {
    const line = { waiting: [first], inProgress: 0 }
    this.#lines.set(key, line)
    // Further calls of the same turn of the event loop join the first batch.
    await Promise.resolve()
    while (line.waiting.length > 0) {
      const batch = line.waiting.splice(0, this.#maxBatch)
      line.inProgress = batch.length
      const left = await this.#answer(key, batch)
      line.inProgress = 0
      line.waiting.unshift(...left)
    }
    this.#lines.delete(key)
  }

  /** Returns those that got no answer. */
  async #answer(key: Key, batch: ReadonlyArray<Waiter<Work, Answer>>): Promise<ReadonlyArray<Waiter<Work, Answer>>> {
    try {
      const works = batch.map(({ work }) => work)
      const answers = await this.#perform(key, works)
      const left = batch.filter((_, index) => answers[index] === undefined)
      if (left.length === batch.length) throw new Error(`a batch of ${key} was left without any answer`)
      for (const [index, { resolve }] of batch.entries()) {
        const answer = answers[index]
        if (answer !== undefined) resolve(answer)
      }
      return left
    } catch (defect) {
      for (const { reject } of batch) reject(defect)
      return []
    }
  }
}
