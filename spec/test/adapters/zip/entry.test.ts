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

/** A number of eight bytes. */
const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

/** The archive as a packer writes it that puts every number into the records of ZIP64 (APPNOTE 4.3.14, 4.3.15, 4.5.3). */
const inZip64 = (archive: Buffer): Buffer => {
  const end = archive.lastIndexOf(little(4, 0x06054b50))
  const [size, offset] = [archive.readUInt32LE(end + 12), archive.readUInt32LE(end + 16)]
  const entries: Array<Buffer> = []
  for (let at = offset; at < offset + size; ) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28)
    const head = Buffer.from(archive.subarray(at, nameEnd))
    const numbers = [24, 20, 42].map((field) => long(archive.readUInt32LE(at + field)))
    for (const field of [20, 24, 42]) head.writeUInt32LE(0xffffffff, field)
    const extra = Buffer.concat([little(2, 0x5455, 1), Buffer.from('t'), little(2, 1, 24), ...numbers])
    head.writeUInt16LE(extra.length, 30)
    entries.push(head, extra)
    at = nameEnd
  }
  const directory = Buffer.concat(entries)
  const record = Buffer.concat([
    little(4, 0x06064b50),
    long(44),
    Buffer.alloc(28),
    long(directory.length),
    long(offset),
  ])
  const locator = Buffer.concat([little(4, 0x07064b50, 0), long(offset + directory.length), little(4, 1)])
  const last = Buffer.from(archive.subarray(end))
  last.fill(0xff, 8, 20)
  return Buffer.concat([archive.subarray(0, offset), directory, record, locator, last])
}

it('reads archives whose numbers are in the records of ZIP64, as those of very many or very large files are', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 5000 }), async (given, size) => {
      const archive = inZip64(zipOf(given, 'words'))
      for (const { name, bytes } of given) expect(await read(archive, name, size)).toEqual(Buffer.from(bytes))
    }),
    { numRuns: 50 },
  )
  const archive = inZip64(zipOf([{ name: 'a', bytes: Buffer.from('text'), deflated: true }], 'c'.repeat(65_535)))
  expect(String(await read(archive, 'a'))).toBe('text')
})

it('finds nothing where a record of ZIP64 is missing, cut, or leads nowhere', async () => {
  const archive = inZip64(zipOf([{ name: 'a', bytes: Buffer.from('text'), deflated: true }]))
  const [record, locator] = [archive.indexOf(little(4, 0x06064b50)), archive.indexOf(little(4, 0x07064b50))]
  const field = archive.indexOf(little(2, 1, 24))
  const changes: ReadonlyArray<(bytes: Buffer) => unknown> = [
    (bytes) => bytes.writeUInt32LE(0, locator),
    (bytes) => bytes.writeBigUInt64LE(2n ** 64n - 1n, locator + 8),
    (bytes) => bytes.writeBigUInt64LE(BigInt(archive.length - 10), locator + 8),
    (bytes) => bytes.writeUInt32LE(0, record),
    (bytes) => bytes.writeBigUInt64LE(2n ** 64n - 1n, record + 48),
    (bytes) => bytes.writeUInt16LE(8, field + 2),
    (bytes) => bytes.writeUInt16LE(9, field),
    (bytes) => bytes.writeBigUInt64LE(2n ** 64n - 1n, field + 20),
  ]
  for (const change of changes) {
    const broken = Buffer.from(archive)
    change(broken)
    expect(await read(broken, 'a')).toBeUndefined()
  }
  expect(String(await read(archive, 'a'))).toBe('text')
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
