import Database from 'better-sqlite3'
import type { Closable } from './closable.js'
import { isBusy, namingFile } from './connection.js'

/** Thrown when another process holds the folder in an incompatible mode. */
export class FolderInUse extends Error {
  constructor(file: string) {
    super(`${file} is held by another process`)
    this.name = 'FolderInUse'
  }
}

const NOTHING: Closable = { close: () => {} }

/** Retries for a moment, because the kernel releases a lock shortly after the process has ended. */
const TIMEOUT_MS = 1000

/**
 * Locks a folder by a file in it: in mode `exclusive` or `shared`. The kernel lets go when
 * the process ends, however it ends, and also between containers. Where the folder's file system knows no locks nothing is held. Throws `FolderInUse`.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const lock = lockFolder(`${mkdtempSync('held-')}/lock`, 'exclusive')
 * lock.close()
 * assert.ok(lock)
 */
export const lockFolder = (file: string, mode: 'exclusive' | 'shared'): Closable => {
  const connection = namingFile(file, () => new Database(file, { timeout: TIMEOUT_MS }))
  try {
    connection.exec('CREATE TABLE IF NOT EXISTS held (x INTEGER) STRICT')
  } catch (error) {
    // Holders in the shared mode block the creation of the table only if it exists already.
    if (!isBusy(error)) return giveUp(connection)
  }
  try {
    connection.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM held')
  } catch (error) {
    if (!isBusy(error)) return giveUp(connection)
    connection.close()
    throw new FolderInUse(file)
  }
  return { close: () => void connection.close() }
}

const giveUp = (connection: Database.Database): Closable => {
  connection.close()
  return NOTHING
}
