import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Age in milliseconds from which temporary files count as left by a crash. */
const LEFT_BEHIND_MS = 24 * 3600 * 1000

const DRAFT = /^(?:tmp_|\.tmp-)/
const LOOSE = /^[0-9a-f]{2}$/

const draftsIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(folder).catch(() => [])).filter((name) => DRAFT.test(name)).map((name) => join(folder, name))

/** Removes half-written files, and what pushes that never ended brought; `now` in epoch milliseconds. */
export const removeStaleFiles = async (directory: string, now = Date.now()): Promise<void> => {
  const objects = join(directory, 'objects')
  const folders = (await readdir(objects)).filter((name) => LOOSE.test(name) || name === 'pack')
  for (const folder of ['.', ...folders])
    for (const path of await draftsIn(join(objects, folder))) {
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && now - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true })
    }
}
