import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlobDamaged, openFileBlobs } from '@forgefold/adapters/blobs'
import { blobCases } from '@forgefold/spec/laws'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../run-cases.js'

const place = () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-blobs-'))
  return { folder, remove: async () => rmSync(folder, { recursive: true }) }
}

runCases(
  'blobs in files',
  blobCases(async () => {
    const { folder, remove } = place()
    return { connect: async () => ({ port: await openFileBlobs(folder), close: async () => undefined }), remove }
  }),
)

async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

describe('a blob in a file', () => {
  it('that was damaged fails at the end of its reading', async () => {
    const { folder, remove } = place()
    const blobs = await openFileBlobs(folder)
    const written = await blobs.put(text('as it was'))
    if (written.kind !== 'Stored') throw new Error('not stored')
    const { sha256 } = written.digest
    await writeFile(join(folder, sha256.slice(0, 2), sha256), 'as it is!')
    const read = async () => {
      for await (const _ of (await blobs.get(sha256)) ?? []);
    }
    await expect(read()).rejects.toThrow(BlobDamaged)
    await remove()
  })

  it('leaves no draft behind, stored or not', async () => {
    const { folder, remove } = place()
    const blobs = await openFileBlobs(folder)
    await blobs.put(text('one'))
    await blobs.put(text('one'))
    await blobs.put(text('too much'), 2)
    expect(await readdir(join(folder, 'drafts'))).toEqual([])
    await remove()
  })
})
