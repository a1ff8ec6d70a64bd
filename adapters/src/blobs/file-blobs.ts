import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobDigest, Blobs, BlobWrite } from '@forgefold/core/ports'
import { makeFolder } from '../folders/index.js'
import { BlobDamaged, Fingerprint, isDigest } from './fingerprint.js'

const CHUNK_BYTES = 64 * 1024

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const unlessMissing = async <A>(work: Promise<A>): Promise<A | undefined> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Fsyncs a folder, which makes renames in it durable. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const writeAll = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

/** The whole stream; undefined if it is longer than the limit. */
const pour = async (
  content: AsyncIterable<Uint8Array>,
  file: FileHandle,
  limit: number,
): Promise<BlobDigest | undefined> => {
  const fingerprint = new Fingerprint()
  for await (const chunk of content) {
    fingerprint.update(chunk)
    if (fingerprint.size > limit) return undefined
    await writeAll(file, chunk)
  }
  await file.sync()
  return fingerprint.digest()
}

/** Delays each chunk by one, so that the last is sent only after the digest of the whole was verified: no reader receives a damaged blob completely. */
async function* checked(path: string, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let held: Uint8Array | undefined
  const file = await open(path, 'r')
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES)
      if (bytesRead === 0) break
      const chunk = buffer.subarray(0, bytesRead)
      hash.update(chunk)
      if (held !== undefined) yield held
      held = chunk
    }
  } finally {
    await file.close()
  }
  if (hash.digest('hex') !== sha256) throw new BlobDamaged(sha256)
  if (held !== undefined) yield held
}

const DRAFT_LIFETIME_MS = 24 * 3600 * 1000

const removeOldDrafts = async (drafts: string): Promise<void> => {
  const oldest = Date.now() - DRAFT_LIFETIME_MS
  for (const name of await readdir(drafts)) {
    const found = await unlessMissing(stat(join(drafts, name)))
    if (found !== undefined && found.mtimeMs < oldest) await rm(join(drafts, name), { force: true })
  }
}

/**
 * Blobs as files under their digest, in folders by its first two signs.
 *
 * A blob is written beside its place, synced and renamed into it: it is there whole or not at all. Putting it again puts the new file in
 * the place of the old, so that a collector that spares young blobs spares it too. Removing an old one moves it aside first and looks at
 * its time there: whatever was written meanwhile goes back.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const blobs = await openFileBlobs(mkdtempSync('blobs-'))
 * assert.equal(await blobs.get('0'.repeat(64)), undefined)
 */
export const openFileBlobs = async (folder: string): Promise<Blobs> => {
  const drafts = join(folder, 'drafts')
  const aside = join(folder, 'aside')
  makeFolder(drafts)
  makeFolder(aside)
  const shelfOf = (sha256: string): string => join(folder, sha256.slice(0, 2))
  const pathOf = (sha256: string): string => join(shelfOf(sha256), sha256)

  const settle = async (draft: string, { sha256 }: BlobDigest): Promise<void> => {
    if ((await mkdir(shelfOf(sha256), { recursive: true })) !== undefined) await syncFolder(folder)
    await rename(draft, pathOf(sha256))
    await syncFolder(shelfOf(sha256))
  }

  /** Moves a blob back to its path, unless a new file exists there. */
  const putBack = async (aside: string, sha256: string): Promise<void> => {
    await link(aside, pathOf(sha256)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(aside, { force: true })
  }

  const removeOlder = async (sha256: string, than: number): Promise<boolean> => {
    if (!isDigest(sha256)) return false
    const found = await unlessMissing(stat(pathOf(sha256)))
    if (found === undefined || found.mtimeMs >= than) return false
    const moved = join(aside, `${sha256}-${randomUUID()}`)
    if ((await unlessMissing(rename(pathOf(sha256), moved).then(() => true))) === undefined) return false
    const aged = await unlessMissing(stat(moved))
    // Another server that is starting has moved it back.
    if (aged === undefined) return false
    const isOld = aged.mtimeMs < than
    if (isOld) await rm(moved, { force: true })
    else await putBack(moved, sha256)
    return isOld
  }

  // An upload interrupted by a crash leaves its draft; today's drafts may belong to another server and are kept.
  await removeOldDrafts(drafts)
  // An interrupted removal leaves its blob in the folder of removed ones.
  for (const name of await readdir(aside)) await putBack(join(aside, name), name.slice(0, 64))

  const put = async (content: AsyncIterable<Uint8Array>, limit = Number.POSITIVE_INFINITY): Promise<BlobWrite> => {
    const draft = join(drafts, randomUUID())
    try {
      const file = await open(draft, 'wx')
      let digest: BlobDigest | undefined
      try {
        digest = await pour(content, file, limit)
      } finally {
        await file.close()
      }
      if (digest === undefined) return { kind: 'TooLarge', limit }
      await settle(draft, digest)
      return { kind: 'Stored', digest }
    } finally {
      await rm(draft, { force: true })
    }
  }

  return {
    put,
    get: async (sha256) => {
      if (!isDigest(sha256) || (await unlessMissing(stat(pathOf(sha256)))) === undefined) return undefined
      return checked(pathOf(sha256), sha256)
    },
    has: async (sha256) => isDigest(sha256) && (await unlessMissing(stat(pathOf(sha256)))) !== undefined,
    remove: async (sha256) => {
      if (isDigest(sha256)) await rm(pathOf(sha256), { force: true })
    },
    removeOlder,
    async *list() {
      for (const shelf of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue
        for (const sha256 of await readdir(join(folder, shelf))) {
          const found = isDigest(sha256) ? await unlessMissing(stat(join(folder, shelf, sha256))) : undefined
          if (found !== undefined) yield { sha256, writtenAt: Math.floor(found.mtimeMs) }
        }
      }
    },
  }
}
