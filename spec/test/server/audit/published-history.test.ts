import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
import {
  canonicalEvent,
  consistencyProof,
  leafHash,
  provesConsistency,
  readCheckpoint,
  readVerifierKey,
  rootHash,
  subtreesOf,
  textOfNote,
} from '@forgefold/core/audit'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const BASE = '/.well-known/forgefold'

describe('the published history', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance()
  })
  afterAll(() => instance.close())

  const get = async (path: string): Promise<Uint8Array> => {
    const response = await instance.forgefold.handler({
      method: 'GET',
      path: BASE + path,
      query: '',
      headers: new Map(),
      remoteAddress: '127.0.0.1',
      body: { bytes: async () => new Uint8Array(), stream: async function* () {} },
      signal: new AbortController().signal,
    })
    expect(response.status, path).toBe(200)
    return response.body instanceof Uint8Array ? response.body : Buffer.from(String(response.body))
  }

  const checkpoint = async () => {
    const key = readVerifierKey(sha256, Buffer.from(await get('/key')).toString())
    if (key === undefined) throw new Error('no key')
    const note = Buffer.from(await get('/checkpoint')).toString()
    const found = readCheckpoint(textOfNote(sha256, note, key, isEd25519Signature) ?? '')
    if (found === undefined) throw new Error('no checkpoint')
    return found
  }

  /** The tiles as an outsider fetches them. */
  const fetched = async (size: number) => {
    const tiles = new Map<string, Uint8Array>()
    for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / 256))
      for (let index = 0; index * 256 < count; index++) {
        const width = Math.min(256, count - index * 256)
        tiles.set(
          `${level} ${index}`,
          await get(`/tile/${level}/${String(index).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`),
        )
      }
    return subtreesOf(sha256, { tile: (level, index) => tiles.get(`${level} ${index}`) ?? new Uint8Array() })
  }

  it('is signed up to the last event, by a tree of the events as they stand', async () => {
    const { size, root } = await checkpoint()
    const read = await instance.forge.events.readAll({ limit: 1000 })
    const events = read.kind === 'Read' ? read.events : []
    expect(size).toBe(events.length)
    const tree = await fetched(size)
    expect(Buffer.from(rootHash(tree, size))).toEqual(Buffer.from(root))
    for (const [index, event] of events.entries())
      expect(Buffer.from(tree.complete(0, index))).toEqual(Buffer.from(leafHash(sha256, canonicalEvent(event))))
  })

  it('goes on from what was signed before', async () => {
    const older = await checkpoint()
    for (let n = 0; n < 60; n++)
      await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: `project ${n}` } })
    const newer = await checkpoint()
    expect(newer.size).toBeGreaterThan(older.size + 256)
    expect(newer.origin).toBe(older.origin)
    const tree = await fetched(newer.size)
    expect(provesConsistency(sha256, { older, newer, proof: consistencyProof(tree, older.size, newer.size) })).toBe(
      true,
    )
  })

  it.each([
    '/tile/0/999',
    '/tile/0/1',
    '/tile/x/000',
    '/tile/0/000.p/0',
    '/tile/0/000.p/257',
    '/tile/9/000',
    '/tile/-1/000',
  ])('has no %s', async (path) => {
    expect((await instance.ask('GET', BASE + path)).status).toBe(404)
  })
})
