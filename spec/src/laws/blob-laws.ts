import assert from 'node:assert/strict'
import type { Blobs } from '@forgefold/core/ports'
import { casesOf, type PortLaws } from './durable-port.js'
import { type Random, randomFrom } from './random.js'

async function* chunks(bytes: Uint8Array, random: Random): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(70_000)
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const bytesOf = async (content: AsyncIterable<Uint8Array> | undefined): Promise<Buffer | undefined> => {
  if (content === undefined) return undefined
  const parts: Array<Uint8Array> = []
  for await (const part of content) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

const stored = async (port: Blobs, bytes: Uint8Array, random: Random): Promise<string> => {
  const written = await port.put(chunks(bytes, random))
  if (written.kind !== 'Stored') return assert.fail('it was not stored')
  assert.equal(written.digest.size, bytes.length)
  return written.digest.sha256
}

const someBytes = (size: number, random: Random): Buffer =>
  Buffer.from(Array.from({ length: size }, () => random.below(256)))

const listed = async (port: Blobs): Promise<ReadonlyArray<string>> => {
  const digests: Array<string> = []
  for await (const { sha256, writtenAt } of port.list()) {
    assert.ok(Math.abs(Date.now() - writtenAt) < 60_000)
    digests.push(sha256)
  }
  return digests.sort()
}

const blobLaws: PortLaws<Blobs> = {
  'a blob comes back as it went in, through restarts': async (first, reconnect, random) => {
    let port = first
    const all = new Map<string, Buffer>()
    for (const size of [0, 1, 65_536, 200_000 + random.below(100)]) {
      const bytes = someBytes(size, random)
      all.set(await stored(port, bytes, random), bytes)
    }
    port = await reconnect()
    for (const [sha256, bytes] of all) {
      assert.equal(await port.has(sha256), true)
      assert.deepEqual(await bytesOf(await port.get(sha256)), bytes)
    }
    assert.deepEqual(await listed(port), [...all.keys()].sort())
  },
  'the fingerprints are the known ones': async (port, _, random) => {
    const written = await port.put(chunks(Buffer.from('abc'), random))
    assert.deepEqual(written, {
      kind: 'Stored',
      digest: {
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
        md5: '900150983cd24fb0d6963f7d28e17f72',
        size: 3,
      },
    })
  },
  'the same content is kept once, whoever puts it': async (port, _, random) => {
    const bytes = someBytes(100_000, random)
    const digests = await Promise.all([1, 2, 3, 4].map((seed) => stored(port, bytes, randomFrom(seed))))
    assert.equal(new Set(digests).size, 1)
    assert.deepEqual(await listed(port), [digests[0]])
  },
  'too much, or a source that fails, leaves nothing behind': async (port, _, random) => {
    const bytes = someBytes(5000, random)
    assert.deepEqual(await port.put(chunks(bytes, random), 4999), { kind: 'TooLarge', limit: 4999 })
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield bytes
      throw new Error('the client went away')
    }
    await assert.rejects(port.put(failing()), /went away/)
    assert.deepEqual(await listed(port), [])
    assert.equal((await port.put(chunks(bytes, random), 5000)).kind, 'Stored')
  },
  'what is removed or was never there is not found; a name that is no digest is nothing': async (port, _, random) => {
    const sha256 = await stored(port, someBytes(10, random), random)
    await port.remove(sha256)
    await port.remove(sha256)
    for (const missing of [sha256, 'f'.repeat(64), '../../etc/passwd', '', sha256.toUpperCase()]) {
      assert.equal(await port.has(missing), false)
      assert.equal(await port.get(missing), undefined)
    }
    await port.remove('../outside')
  },
  'the old are removed, what was written again meanwhile stays': async (port, _, random) => {
    const bytes = someBytes(70_000, random)
    const sha256 = await stored(port, bytes, random)
    assert.equal(await port.removeOlder(sha256, Date.now() - 60_000), false)
    assert.equal(await port.removeOlder('../outside', Date.now() + 60_000), false)
    const again = Array.from({ length: 10 }, () => stored(port, bytes, randomFrom(random.below(1000))))
    const before = Date.now() - 5
    await Promise.all([...again, ...Array.from({ length: 10 }, () => port.removeOlder(sha256, before))])
    assert.deepEqual(await bytesOf(await port.get(sha256)), bytes)
    assert.equal(await port.removeOlder(sha256, Date.now() + 60_000), true)
    assert.equal(await port.removeOlder(sha256, Date.now() + 60_000), false)
    assert.equal(await port.has(sha256), false)
  },
}

/**
 * The laws of blobs.
 *
 * @example
 * import { makeMemoryBlobs } from '@forgefold/adapters/memory'
 * const place = async () => {
 *   const port = makeMemoryBlobs()
 *   return { connect: async () => ({ port, close: async () => undefined }), remove: async () => undefined }
 * }
 * for (const { run } of blobCases(place, [1])) await run()
 * assert.ok(blobCases(place, [1]).length > 0)
 */
export const blobCases = casesOf(blobLaws)
