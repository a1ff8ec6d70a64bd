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

const held = (folder: string, mode: 'exclusive' | 'shared', advice: string): Closable => {
  try {
    return lockFolder(join(folder, FILE), mode)
  } catch (error) {
    if (error instanceof FolderInUse) throw new DataDirInUse(`${folder} is used by another process: ${advice}`)
    throw error
  }
}

const LOCAL_ADVICE = 'each server needs a --local folder of its own'
const EXCLUSIVE_ADVICE = 'stop it, or start every server with a --local folder of its own'
const SHARED_ADVICE = 'it runs there without --local; stop it, and start it with a --local folder of its own'

/** Locks the existing folders of an instance while it runs. Throws `DataDirInUse`. */
export const lockDataFolders = ({ data, local }: Pick<CompositionOptions, 'data' | 'local'>): Closable => {
  if (data === undefined) return { close: () => {} }
  if (local === undefined) return held(data, 'exclusive', EXCLUSIVE_ADVICE)
  const shared = held(data, 'shared', SHARED_ADVICE)
  try {
    const own = held(local, 'exclusive', LOCAL_ADVICE)
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
