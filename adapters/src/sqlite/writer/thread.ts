import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../workers/start-worker.js'
import type { ThreadReply, ThreadStart, WriteReply, WriterMessage } from './messages.js'

/** Who uses a writer thread at the moment. */
export interface ThreadOwner {
  readonly receive: (reply: WriteReply) => void
  /** The thread has ended: what it had may or may not be written. */
  readonly lost: (reason: string) => void
}

/** A thread is started in twenty milliseconds of a processor; one that is kept takes some megabytes. */
const MAX_IDLE = 2

const idle: Array<WriterThread> = []

/** A thread that writes one event log after another: once a log is closed, the thread waits for the next. */
export class WriterThread {
  readonly #worker: Worker
  readonly #signal = new Int32Array(new SharedArrayBuffer(4))
  #owner: ThreadOwner | undefined
  #closed: (() => void) | undefined

  private constructor() {
    const workerData: ThreadStart = { signal: this.#signal }
    this.#worker = startWorker(new URL('./writer-thread.js', import.meta.url), { workerData })
    this.#worker.on('message', (reply: ThreadReply) => {
      if (reply === 'closed') this.#release()
      else this.#owner?.receive(reply)
    })
    this.#worker.on('error', (error) => this.#end(error.message))
    this.#worker.on('exit', () => this.#end('the writer thread ended'))
  }

  /** Opens a log in a thread that waits, or in a new one. */
  static open(path: string, owner: ThreadOwner): WriterThread {
    const thread = idle.pop() ?? new WriterThread()
    thread.#owner = owner
    thread.post({ path })
    return thread
  }

  post(message: WriterMessage): void {
    this.#worker.postMessage(message)
    Atomics.add(this.#signal, 0, 1)
    Atomics.notify(this.#signal, 0)
  }

  /** Whether the process stays for what the thread has to say. */
  keepAlive(isNeeded: boolean): void {
    if (isNeeded) this.#worker.ref()
    else this.#worker.unref()
  }

  /** Resolves once the log is closed; its owner is told nothing more. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#closed = resolve
    })
    this.keepAlive(true)
    this.post('close')
    await closed
  }

  #release(): void {
    this.#owner = undefined
    this.keepAlive(false)
    if (idle.length < MAX_IDLE) idle.push(this)
    else void this.#worker.terminate()
    this.#closed?.()
  }

  #end(reason: string): void {
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
    const owner = this.#owner
    this.#owner = undefined
    owner?.lost(reason)
    this.#closed?.()
  }
}
