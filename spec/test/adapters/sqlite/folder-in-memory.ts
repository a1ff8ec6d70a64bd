import { constants } from 'node:fs'
import { access, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory that most systems with a Linux kernel have. */
const IN_MEMORY = '/dev/shm'

/** Containers give it little room. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024

const hasRoom = async (folder: string): Promise<boolean> => {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= LEAST_FREE_BYTES
  } catch {
    return false
  }
}

/**
 * Makes a folder in memory, or among the temporary files where there is no such place.
 *
 * For what has to hold on any file system and waits for the disk at each step; what a file loses with the power is tested elsewhere.
 */
export const makeFolderInMemory = async (prefix: string): Promise<string> =>
  mkdtemp(join((await hasRoom(IN_MEMORY)) ? IN_MEMORY : tmpdir(), prefix))
