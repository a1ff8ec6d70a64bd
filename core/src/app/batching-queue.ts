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

const TURN = Promise.resolve()

/**
 * Work that is done one batch at a time for each key, within one process. What arrives for a key while a batch of it is being done forms the
 * next batch, in the order of the calls. Where a batch throws, all of it fails.
 *
 * Every command and every number passes through here, so it makes no promise but that of the caller and two for each batch.
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
      if (line === undefined) this.#begin(key, waiter)
      else line.waiting.push(waiter)
    })
  }

  #begin(key: Key, first: Waiter<Work, Answer>): void {
    const line = { waiting: [first], inProgress: 0 }
    this.#lines.set(key, line)
    // Further calls of the same turn of the event loop join the first batch.
    void TURN.then(() => this.#next(key, line))
  }

  #next(key: Key, line: Line<Work, Answer>): void {
    const batch = line.waiting.splice(0, this.#maxBatch)
    line.inProgress = batch.length
    if (batch.length === 0) {
      this.#lines.delete(key)
      return
    }
    const goOn = (left: ReadonlyArray<Waiter<Work, Answer>>): void => {
      line.inProgress = 0
      line.waiting.unshift(...left)
      this.#next(key, line)
    }
    const fail = (defect: unknown): void => {
      for (const { reject } of batch) reject(defect)
      goOn([])
    }
    try {
      this.#perform(
        key,
        batch.map(({ work }) => work),
      ).then((answers) => {
        const left = batch.filter((_, index) => answers[index] === undefined)
        if (left.length === batch.length) fail(new Error(`a batch of ${key} was left without any answer`))
        else {
          answer(batch, answers)
          goOn(left)
        }
      }, fail)
    } catch (defect) {
      fail(defect)
    }
  }
}

const answer = <Work, Answer>(
  batch: ReadonlyArray<Waiter<Work, Answer>>,
  answers: ReadonlyArray<Answer | Promise<Answer> | undefined>,
): void => {
  for (let index = 0; index < batch.length; index++) {
    const one = answers[index]
    if (one !== undefined) batch[index]?.resolve(one)
  }
}
