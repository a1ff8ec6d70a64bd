import type { Database } from 'better-sqlite3'

/** How a copy ended that did not fail: it is whole, or it was told to end. */
export type BackupEnd = 'whole' | 'ended'

/** So many pages are copied before others have their turn. */
const PAGES_PER_STEP = 100

class Ended extends Error {}

/** Copies a database to a file, until it is whole or is to end. `onStep` is called before each 100 pages. Rejects if the copy cannot be written. */
export const stoppableBackup = async (
  db: Database,
  file: string,
  isEnding: () => boolean,
  onStep?: () => void,
): Promise<BackupEnd> => {
  const progress = (): number => {
    if (isEnding()) throw new Ended()
    onStep?.()
    return PAGES_PER_STEP
  }
  try {
    await db.backup(file, { progress })
    return 'whole'
  } catch (error) {
    if (error instanceof Ended) return 'ended'
    throw error
  }
}
