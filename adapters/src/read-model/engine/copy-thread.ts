import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { type BackupEnd, stoppableBackup } from './stoppable-backup.js'

/** Which file is copied where. */
export interface CopyAsked {
  readonly from: string
  readonly to: string
}

/** So many steps, some 26 MB, are flushed together: what is written at the end at once keeps the disk from everybody. */
const STEPS_PER_FLUSH = 64

const port = parentPort
if (port === null) throw new Error('a read model is copied in a worker thread')

/** A connection that keeps seeing what is committed now: a copy would begin anew with each commit of another connection. */
const openSnapshot = (file: string): Database => {
  const db = new SqliteDatabase(file, { readonly: true })
  db.exec('BEGIN')
  db.prepare('SELECT count(*) FROM sqlite_master').get()
  return db
}

const flush = (file: string): void => {
  const opened = openSync(file, 'r+')
  fdatasyncSync(opened)
  closeSync(opened)
}

const copy = async ({ from, to }: CopyAsked): Promise<BackupEnd> => {
  let isEnding = false
  let steps = 0
  port.once('message', () => {
    isEnding = true
  })
  const snapshot = openSnapshot(from)
  const flushNowAndThen = (): void => {
    if (++steps % STEPS_PER_FLUSH === 0) flush(to)
  }
  try {
    return await stoppableBackup(snapshot, to, () => isEnding, flushNowAndThen)
  } finally {
    snapshot.close()
  }
}

void copy(workerData as CopyAsked).then((done) => {
  port.postMessage(done)
  port.close()
})
