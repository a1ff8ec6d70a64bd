import { gzipSync } from 'node:zlib'
import { packedFile } from '@forgefold/adapters/tar'
import { chartOf } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const MOST = 10_000
const find = async (archive: Uint8Array, name: string, size = 700): Promise<string | undefined> =>
  (await packedFile(inPieces(archive, size), (path) => path === name, MOST))?.toString()

const files = fc.dictionary(fc.stringMatching(/^[a-z]{1,20}$/), fc.string({ maxLength: 3000 }), { maxKeys: 6 })

it('gives any file that was packed, however the archive comes', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 3000 }), async (given, size) => {
      const archive = chartOf('app', given)
      for (const [name, text] of Object.entries(given))
        expect(await find(archive, `app/${name}`, size)).toBe(Buffer.from(text).toString())
      expect(await find(archive, 'app/NONE', size)).toBeUndefined()
    }),
    { numRuns: 40 },
  )
})

it('gives nothing of files that are too large, of archives that are cut off, and of other bytes', async () => {
  const archive = chartOf('app', { large: 'x'.repeat(MOST + 1), small: 'y' })
  expect(await find(archive, 'app/large')).toBeUndefined()
  expect(await find(archive, 'app/small')).toBe('y')
  expect(await find(archive.subarray(0, archive.length / 2), 'app/small')).toBeUndefined()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
      expect(await find(bytes, 'a')).toBeUndefined()
      expect(await find(gzipSync(bytes), 'a')).toBeUndefined()
    }),
    { numRuns: 40 },
  )
})
