import assert from 'node:assert/strict'
import type { EventId, Position, Revision } from '@forgefold/core/kernel'
import { streamName } from '@forgefold/core/kernel'
import type { Blobs, Checkpoint, Checkpoints, PersonalData, Snapshots } from '@forgefold/core/ports'
import type { Case } from './law.js'
import { type Random, randomFrom } from './random.js'

/** A port kept at some place: connecting again is a new life on the same place. */
export interface Kept<Port> {
  readonly connect: () => Promise<{ readonly port: Port; readonly close: () => Promise<void> }>
  readonly remove: () => Promise<void>
}

type PortLaws<Port> = Readonly<
  Record<string, (port: Port, reconnect: () => Promise<Port>, random: Random) => Promise<void>>
>

const casesOf =
  <Port>(laws: PortLaws<Port>) =>
  (place: () => Promise<Kept<Port>>, seeds: ReadonlyArray<number> = [1, 2, 3]): ReadonlyArray<Case> =>
    Object.entries(laws).flatMap(([name, holds]) =>
      seeds.map((seed) => ({
        name: `${name} · seed ${seed}`,
        skip: undefined,
        run: async () => {
          const kept = await place()
          let life = await kept.connect()
          const reconnect = async (): Promise<Port> => {
            await life.close()
            life = await kept.connect()
            return life.port
          }
          try {
            await holds(life.port, reconnect, randomFrom(seed))
          } finally {
            await life.close()
            await kept.remove()
          }
        },
      })),
    )

const checkpointLaws: PortLaws<Checkpoints> = {
  'a checkpoint is what was saved last, for each reactor by itself, through restarts': async (
    first,
    reconnect,
    random,
  ) => {
    const saved = new Map<string, Checkpoint>()
    let port = first
    assert.equal(await port.load('nobody'), undefined)
    for (let step = 0; step < 60; step++) {
      const reactor = `reactor ${random.below(4)}`
      const position = (random.below(2 ** 31) * 2 ** 20) as Position
      const stream = streamName('thing', random.below(9))
      const seen = { stream, revision: random.below(9) as Revision, id: `event ${step}` as EventId, position }
      const checkpoint = { position, landmark: random.chance(0.2) ? undefined : seen }
      saved.set(reactor, checkpoint)
      await port.save(reactor, checkpoint)
      if (random.chance(0.1)) port = await reconnect()
      for (const [name, expected] of saved) assert.deepEqual(await port.load(name), expected)
    }
  },
}

const snapshotLaws: PortLaws<Snapshots> = {
  'a snapshot is what was saved last, for each stream by itself, through restarts': async (
    first,
    reconnect,
    random,
  ) => {
    let port = first
    assert.equal(await port.load(streamName('thing', 0)), undefined)
    for (let step = 0; step < 20; step++) {
      const stream = streamName('thing', random.below(3))
      const state = { list: [step, null, 'ä\u0000€'], deep: { nothing: {}, text: 'x'.repeat(random.below(5000)) } }
      const snapshot = { stateVersion: 1 + random.below(3), revision: random.below(9999) as Revision, state }
      await port.save(stream, snapshot)
      if (random.chance(0.2)) port = await reconnect()
      assert.deepEqual(await port.load(stream), snapshot)
      state.list.push(99)
      assert.notDeepEqual((await port.load(stream))?.state, state)
    }
  },
}

const personalDataLaws: PortLaws<PersonalData> = {
  'what is sealed for somebody opens for that one only, through restarts': async (first, reconnect) => {
    let port = first
    const sealed = port.seal('user:1', 'Ann Ümläut €')
    assert.ok(!sealed.includes('Ann'))
    assert.notEqual(port.seal('user:1', 'Ann Ümläut €'), sealed, 'equal texts must not show as equal')
    port.seal('user:2', 'Bob')
    port = await reconnect()
    assert.equal(port.open('user:1', sealed), 'Ann Ümläut €')
    assert.equal(port.open('user:2', sealed), undefined)
    assert.equal(port.open('user:3', sealed), undefined)
    assert.equal(port.open('user:1', port.seal('user:1', '')), '')
  },
  'what was altered does not open': async (port, _, random) => {
    const sealed = port.seal('user:1', 'some text')
    for (let n = 0; n < 40; n++) {
      const at = random.below(sealed.length)
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1)
      // The last sign may hold bits that mean nothing.
      if (at < sealed.length - 1) assert.equal(port.open('user:1', altered), undefined)
    }
    for (const odd of ['', '1.', 'x', '\u0000', sealed.slice(0, -8)]) assert.equal(port.open('user:1', odd), undefined)
  },
  'erasing is for ever, and only for that one': async (first, reconnect) => {
    let port = first
    const [ann, bob] = [port.seal('user:1', 'Ann'), port.seal('user:2', 'Bob')]
    port.erase('user:1')
    assert.equal(port.open('user:1', ann), undefined)
    const after = port.seal('user:1', 'Ann again')
    assert.equal(port.open('user:1', after), undefined)
    port.erase('user:1')
    port.erase('never seen')
    port = await reconnect()
    assert.equal(port.open('user:1', ann), undefined)
    assert.equal(port.open('user:1', after), undefined)
    assert.equal(port.open('user:2', bob), 'Bob')
  },
}

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

/** The laws of what is kept beside the history. */
export const checkpointCases = casesOf(checkpointLaws)
export const snapshotCases = casesOf(snapshotLaws)
export const personalDataCases = casesOf(personalDataLaws)
export const blobCases = casesOf(blobLaws)
