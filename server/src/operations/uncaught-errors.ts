/** More than this in a minute is treated as a failure of the process. */
const MAX_PER_MINUTE = 100
const MINUTE = 60_000

/** Error codes that concern the whole process: such errors do not end with the request that met them. */
const UNSAFE: ReadonlyArray<readonly [code: RegExp, why: string]> = [
  [/^SQLITE_(CORRUPT|NOTADB)/, 'a database is damaged'],
  [/^(ERR_WORKER_OUT_OF_MEMORY|ENOMEM|ERR_MEMORY_ALLOCATION_FAILED)$/, 'there is no memory left'],
  [/^ERR_WORKER_/, 'the thread that writes the history has failed'],
  [/^ERR_INTERNAL_ASSERTION$/, 'Node.js itself is in a state it does not expect'],
]

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/**
 * Uncaught errors, and whether the process may go on after them.
 *
 * What a request holds is let go of by its own life, so an error out of one harms no other. Only what says something of the whole process
 * ends it: its start, its memory, its databases, its writer, or errors without end.
 */
export class UncaughtErrors {
  readonly #now: () => number
  #times: Array<number> = []
  #count: (() => void) | undefined

  /** `now` in milliseconds on any monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The server is serving from now on, and each error is counted. */
  started(count: () => void): void {
    this.#count = count
  }

  /** Why it is unsafe to continue; undefined if it is safe. An unhandled rejection does not stop a start. */
  note(error: unknown, from: 'exception' | 'promise'): string | undefined {
    const now = this.#now()
    this.#times = [...this.#times.filter((time) => now - time < MINUTE), now]
    this.#count?.()
    if (this.#count === undefined && from === 'exception') return 'the server is not up yet'
    if (this.#times.length > MAX_PER_MINUTE) return `there were more than ${MAX_PER_MINUTE} in a minute`
    const code = codeOf(error)
    return UNSAFE.find(([pattern]) => pattern.test(code))?.[1]
  }
}
