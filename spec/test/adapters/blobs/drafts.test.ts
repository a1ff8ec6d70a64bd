import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileBlobs } from '@forgefold/adapters/blobs'
import { expect, it } from 'vitest'

it('removes at its start the drafts of uploads that a kill ended long ago, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-drafts-'))
  try {
    await openFileBlobs(folder)
    const drafts = join(folder, 'drafts')
    for (const name of ['old', 'new']) await writeFile(join(drafts, name), 'half')
    const before = new Date(Date.now() - 2 * 24 * 3600 * 1000)
    await utimes(join(drafts, 'old'), before, before)
    await openFileBlobs(folder)
    expect(await readdir(drafts)).toEqual(['new'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
