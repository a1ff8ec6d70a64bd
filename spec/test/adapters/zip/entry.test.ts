import { zipEntry } from '@forgefold/adapters/zip'
import { littleEndian as little, zipOf } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const inPieces = (bytes: Uint8Array, size: number) => async () =>
  (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  })()

const read = async (archive: Uint8Array, name: string, size = 1000): Promise<Buffer | undefined> => {
  const entry = await zipEntry(inPieces(archive, size), name)
  if (entry === undefined) return undefined
  const chunks: Array<Uint8Array> = []
  for await (const chunk of entry.content) chunks.push(chunk)
  expect(entry.size).toBe(Buffer.concat(chunks).length)
  return Buffer.concat(chunks)
}

const files = fc.uniqueArray(
  fc.record({ name: fc.string({ minLength: 1 }), bytes: fc.uint8Array({ maxLength: 3000 }), deflated: fc.boolean() }),
  { selector: ({ name }) => name, maxLength: 8 },
)

it('gives every file that was packed, however the archive comes', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.string(), fc.integer({ min: 1, max: 5000 }), async (given, words, size) => {
      const archive = zipOf(given, words.replaceAll(/[^a-z]/g, ''))
      for (const { name, bytes } of given) expect(await read(archive, name, size)).toEqual(Buffer.from(bytes))
      expect(await read(archive, 'none of them, for sure, whatever was made up')).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

it('finds a file of very many', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => ({
    name: `a/longer/folder/than/most/file-${n}`,
    bytes: Buffer.from(`${n}`),
    deflated: true,
  }))
  expect(String(await read(zipOf(many), 'a/longer/folder/than/most/file-17'))).toBe('17')
})

it('gives nothing of bytes that are no archive, and breaks off where one says something else than it holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
      expect(await read(bytes, 'a')).toBeUndefined()
    }),
  )
  const archive = zipOf([{ name: 'a', bytes: Buffer.alloc(5000), deflated: true }])
  const sizes = archive.indexOf(little(4, 0x02014b50)) + 20
  const lying = Buffer.from(archive)
  lying.writeUInt32LE(10, sizes + 4)
  await expect(read(lying, 'a')).rejects.toThrow('unpacks to more')
  const cut = Buffer.from(archive)
  cut.writeUInt32LE(2, sizes)
  await expect(read(cut, 'a')).rejects.toThrow()
})
