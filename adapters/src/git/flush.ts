import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** At a time: the threads that do it also serve every other question to the disk. */
const AT_A_TIME = 2

/**
 * Has git write out each file at once and flush none: on systems that can do that, a file is then on disk before it gets its name. Whoever runs
 * git so flushes its files afterwards.
 */
export const WRITE_OUT_ONLY = ['-c', 'core.fsyncMethod=writeout-only'] as const

/** Flushes a file or a folder to disk; what is gone needs no flush. */
const flush = async (path: string): Promise<void> => {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(path, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return
    throw error
  }
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const flushAll = async (paths: Iterable<string>): Promise<void> => {
  const left = paths[Symbol.iterator]()
  const work = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await flush(next.value)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
}

/** The folders of a ref, up to that of all refs. */
const foldersOf = (ref: string): ReadonlyArray<string> => {
  const folders: Array<string> = []
  for (let folder = dirname(ref); folder.startsWith('refs'); folder = dirname(folder)) folders.push(folder)
  return folders
}

/** Flushes what git has written of these refs: one flush of many files costs as much as that of one, where git flushes each before the next. */
export const flushRefs = async (directory: string, refs: ReadonlyArray<string>): Promise<void> => {
  const folders = new Set(refs.flatMap(foldersOf))
  await flushAll([...refs, ...folders, 'packed-refs', '.'].map((path) => join(directory, path)))
}

/** Flushes all files below a folder of objects that arrived; empty where none did. */
export const flushObjects = async (folder: string): Promise<void> => {
  if (folder === '') return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  await flushAll(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
}
