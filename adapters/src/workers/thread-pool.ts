import type { Worker } from 'node:worker_threads'
import type { ThreadReply } from './serve.js'
import { startWorker } from './start-worker.js'

/** Thrown where work exceeded its time or memory. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** Thrown where the queue is full; the work may be retried later. */
export class PoolOverloaded extends Error {
  override readonly name = 'PoolOverloaded'
  readonly code = 'EAGAIN'
}

export interface ThreadPoolOptions {
  /**
   * How long one piece of work may take, in milliseconds, from the moment when a thread begins with it. Where this process does not get that
   * much of the processor meanwhile, the work has more time: up to fifteen times as much.
   */
  readonly milliseconds: number
  /** Default: 2. */
  readonly threads?: number
  /** Work that waits for a thread; more is refused. Default: 256. */
  readonly waiting?: number
}

interface Work<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: Error) => void
}

const THREADS = 2
const WAITING = 256
/** In milliseconds; a thread has loaded its program in a fraction of a second unless the machine is at its limits. */
const MAX_START_MS = 60_000
/** How many times its time limit work may take on a busy machine. */
const BUSY_MACHINE_FACTOR = 15
/** A thread that is idle for this many milliseconds is ended: it holds the memory of what it has loaded. */
const IDLE = 30_000
/** In MiB. */
const MEMORY = 256

/** A worker thread and its current work; terminated after the first failure. */
class Thread<Input, Output> {
  readonly #worker: Worker
  #work: Work<Input, Output> | undefined
  #timer: NodeJS.Timeout | undefined
  #isUp = false

  constructor(
    program: URL,
    private readonly milliseconds: number,
    /** Called when it can take other work, and when it is gone. */
    private readonly freed: (thread: Thread<Input, Output>, isGone: boolean) => void,
  ) {
    this.#worker = startWorker(program, { resourceLimits: { maxOldGenerationSizeMb: MEMORY } })
    this.#worker.on('message', (reply: ThreadReply<Output>) => this.#receive(reply))
    this.#worker.on('error', (error: Error & { readonly code?: string }) =>
      this.end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new DeadlineExceeded() : error),
    )
    this.#worker.on('exit', () => this.end(new Error('a worker thread ended')))
  }

  take(work: Work<Input, Output>): void {
    this.#work = work
    this.#worker.ref()
    if (this.#isUp) this.#limit(this.milliseconds)
    else this.#after(MAX_START_MS, new DeadlineExceeded())
    this.#worker.postMessage(work.input)
  }

  /** Rejects the current work with the error. */
  end(error: Error): void {
    clearTimeout(this.#timer)
    const work = this.#work
    this.#work = undefined
    this.#worker.removeAllListeners().on('error', () => undefined)
    void this.#worker.terminate()
    this.freed(this, true)
    work?.reject(error)
  }

  /** Loading the program is not the work's: its time begins here. The first work has more of it, for code that has never run is slow. */
  #begun(): void {
    this.#isUp = true
    if (this.#work !== undefined) this.#limit(2 * this.milliseconds)
  }

  #receive(reply: ThreadReply<Output>): void {
    if ('ready' in reply) {
      this.#begun()
      return
    }
    const work = this.#work
    this.#work = undefined
    this.#worker.unref()
    this.#after(IDLE, new Error('idle'))
    this.#timer?.unref()
    if ('failure' in reply) work?.reject(new Error(reply.failure))
    else work?.resolve(reply.done)
    this.freed(this, false)
  }

  /** Ends the work once it may have had so many milliseconds of the processor: its process had them. */
  #limit(milliseconds: number): void {
    const begun = performance.now()
    const before = process.cpuUsage()
    const look = (): void => {
      const { user, system } = process.cpuUsage(before)
      const spent = (user + system) / 1000
      const isLate = spent >= milliseconds || performance.now() - begun >= BUSY_MACHINE_FACTOR * milliseconds
      if (isLate) this.end(new DeadlineExceeded())
      else this.#timer = setTimeout(look, Math.max(10, milliseconds - spent))
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(look, milliseconds)
  }

  #after(milliseconds: number, error: Error): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end(error), milliseconds)
  }
}

/**
 * A few threads of one program (a module that calls `serveThread`), started with the first work and ended when there is none.
 *
 * A thread that takes too long for a piece of work is ended in the middle of it, and so is one that takes too much memory.
 */
export class ThreadPool<Input, Output> {
  readonly #program: URL
  readonly #options: Required<ThreadPoolOptions>
  readonly #free: Array<Thread<Input, Output>> = []
  readonly #waiting: Array<Work<Input, Output>> = []
  #count = 0

  constructor(program: URL, options: ThreadPoolOptions) {
    this.#program = program
    this.#options = { threads: THREADS, waiting: WAITING, ...options }
  }

  /** Input and output are copied. Rejects with `DeadlineExceeded`, with `PoolOverloaded`, or with what the work threw. */
  run(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      const work = { input, resolve, reject }
      const thread = this.#free.pop() ?? this.#started()
      if (thread !== undefined) thread.take(work)
      else if (this.#waiting.length < this.#options.waiting) this.#waiting.push(work)
      else reject(new PoolOverloaded())
    })
  }

  #started(): Thread<Input, Output> | undefined {
    const { threads, milliseconds } = this.#options
    if (this.#count >= threads) return undefined
    this.#count++
    return new Thread(this.#program, milliseconds, (thread, isGone) => this.#freed(thread, isGone))
  }

  #freed(thread: Thread<Input, Output>, isGone: boolean): void {
    if (isGone) {
      this.#count--
      const at = this.#free.indexOf(thread)
      if (at >= 0) this.#free.splice(at, 1)
    }
    const next = this.#waiting[0]
    if (next !== undefined) {
      const free = isGone ? this.#started() : thread
      if (free === undefined) return
      this.#waiting.shift()
      free.take(next)
    } else if (!isGone) this.#free.push(thread)
  }
}
