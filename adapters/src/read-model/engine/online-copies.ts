import type { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import { startWorker } from '../../workers/start-worker.js'
import type { CopyAsked } from './copy-thread.js'
import { type BackupEnd, stoppableBackup } from './stoppable-backup.js'

const program = new URL('./copy-thread.js', import.meta.url)

const ended = (worker: Worker): Promise<BackupEnd> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that copies the read model ended')))
  })

/**
 * Copies of a database that is in use, as it was committed at one moment; a database must not be closed under a copy, so they are ended first.
 *
 * A file is copied by a thread: page by page, a gigabyte is some five seconds of a processor, and its flush another. The thread reads in one
 * transaction of its own, for on the connection of the writer a copy would wait for each transaction of it, which under constant writes are
 * open nearly always.
 */
export class OnlineCopies {
  readonly #db: Database
  readonly #running = new Set<Promise<unknown>>()
  readonly #workers = new Set<Worker>()
  #isEnding = false

  constructor(db: Database) {
    this.#db = db
  }

  /** False if the copies were ended before it was complete. Rejects if it cannot be written. */
  async copyTo(file: string): Promise<boolean> {
    if (this.#isEnding) return false
    const copy = this.#db.memory
      ? stoppableBackup(this.#db, file, () => this.#isEnding)
      : this.#inThread({ from: this.#db.name, to: file })
    this.#running.add(copy)
    try {
      return (await copy) === 'whole'
    } finally {
      this.#running.delete(copy)
    }
  }

  async end(): Promise<void> {
    this.#isEnding = true
    for (const worker of this.#workers) worker.postMessage('end')
    await Promise.allSettled(this.#running)
  }

  async #inThread(workerData: CopyAsked): Promise<BackupEnd> {
    const worker = startWorker(program, { workerData })
    this.#workers.add(worker)
    try {
      return await ended(worker)
    } finally {
      this.#workers.delete(worker)
    }
  }
}
