import { join } from 'node:path'
import { type Closable, FolderInUse, lockFolder } from '@forgefold/adapters/sqlite'
import type { CompositionOptions } from './composition-options.js'

/** A folder is in use in an incompatible way; the message says what to do. */
class DataDirInUse extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DataDirInUse'
  }
}

const FILE = 'in-use.sqlite'

const held = (folder: string, manner: 'alone' | 'together', advice: string): Closable => {
  try {
    return lockFolder(join(folder, FILE), manner)
  } catch (error) {
    if (error instanceof FolderInUse) throw new DataDirInUse(`${folder} is used by another process: ${advice}`)
    throw error
  }
}

const OWN = 'each server needs a --local folder of its own'
const ALONE = 'stop it, or start every server with a --local folder of its own'
const TOGETHER = 'it runs there without --local; stop it, and start it with a --local folder of its own'

/** Locks the existing folders of an instance while it runs. Throws `DataDirInUse`. */
export const lockDataFolders = ({ data, local }: Pick<CompositionOptions, 'data' | 'local'>): Closable => {
  if (data === undefined) return { close: () => {} }
  if (local === undefined) return held(data, 'alone', ALONE)
  const shared = held(data, 'together', TOGETHER)
  try {
    const own = held(local, 'alone', OWN)
    return {
      close: () => {
        own.close()
        shared.close()
      },
    }
  } catch (error) {
    shared.close()
    throw error
  }
}
