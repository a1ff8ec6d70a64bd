import { randomBytes } from 'node:crypto'
import { access, type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { ObjectId, ObjectKind } from '@forgefold/core/ports'
import { headerOf, idOfObject } from '../git-objects/hash.js'

const compress = (bytes: Buffer): Promise<Buffer> => promisify(deflate)(bytes, { level: 1 })

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const MAX_ATTEMPTS = 5

/** A concurrent repack may remove the folder between its creation and the first file in it, hence the retries. */
const openWithin = async (folder: string, draft: string, tries = MAX_ATTEMPTS): Promise<FileHandle> => {
  try {
    await mkdir(folder, { recursive: true })
    return await open(draft, 'wx', 0o444)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 1) throw error
    return openWithin(folder, draft, tries - 1)
  }
}

/** Writes an object the way git does (compressed, flushed to disk, then renamed into place), without starting a process for it. */
export const writeLooseObject = async (
  gitDirectory: string,
  kind: ObjectKind,
  bytes: Uint8Array,
): Promise<ObjectId> => {
  const id = idOfObject(kind, bytes)
  const folder = join(gitDirectory, 'objects', id.slice(0, 2))
  const path = join(folder, id.slice(2))
  if (await isThere(path)) return id
  const packed = await compress(Buffer.concat([headerOf(kind, bytes.length), bytes]))
  const draft = join(folder, `tmp_obj_${randomBytes(8).toString('hex')}`)
  const file = await openWithin(folder, draft)
  try {
    await file.writeFile(packed)
    await file.sync()
  } catch (error) {
    await file.close()
    await unlink(draft)
    throw error
  }
  await file.close()
  await rename(draft, path)
  return id
}
