import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemCaller } from '@forgefold/core/app'
import { createFirstAdministrator } from '@forgefold/core/domains/identity/user'
import { DEFAULT_RELEASE } from '@forgefold/core/releases'
import { createForgefold } from '@forgefold/server'
import type { Benchmark } from '../benchmark.js'

const MEGABYTES = 64
const CHUNK = Buffer.alloc(64 * 1024, 'forgefold')
const TOKEN = 'token-of-a-benchmark'

async function* bytes(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < MEGABYTES * 1024 * 1024; sent += CHUNK.length) yield CHUNK
}

/** Copies a source into a file that is synced, with the three fingerprints taken on the way. */
const copy = async (source: AsyncIterable<Uint8Array>, path: string): Promise<void> => {
  const hashes = ['md5', 'sha1', 'sha256'].map((name) => createHash(name))
  const file = await open(path, 'w')
  for await (const chunk of source) {
    for (const hash of hashes) hash.update(chunk)
    await file.write(chunk)
  }
  for (const hash of hashes) hash.digest()
  await file.sync()
  await file.close()
}

const rate = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (MEGABYTES / (performance.now() - start)) * 1000
}

/** W5: a large file through the whole of the server, without a socket. */
export const upload: Benchmark = {
  name: 'W5',
  work: `an upload of ${MEGABYTES} MiB to the package registry, durable`,
  ceiling: 'plain copy into a synced file with the same three fingerprints',
  goal: { atLeast: 0.95 },
  prepare: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forgefold-upload-'))
    const forgefold = await createForgefold({
      instance: { externalUrl: 'http://127.0.0.1', tier: 'ultimate', release: DEFAULT_RELEASE },
      data: folder,
    })
    const { forge, handler } = forgefold
    await createFirstAdministrator(forge, systemCaller(forge, 'bench'), { password: 'of-no-importance', token: TOKEN })
    const ask = async (method: string, path: string, body: () => AsyncIterable<Uint8Array>): Promise<number> => {
      const response = await handler({
        method,
        path: `/api/v4${path}`,
        query: '',
        headers: new Map([
          ['private-token', TOKEN],
          ['content-type', 'application/json'],
        ]),
        remoteAddress: '127.0.0.1',
        body: { stream: body, bytes: async () => Buffer.from('{"name":"lib"}') },
        signal: new AbortController().signal,
      })
      if (response.status !== 201) throw new Error(`the server answered ${response.status}`)
      return response.status
    }
    await ask('POST', '/projects', bytes)
    let count = 0
    return {
      unit: 'MiB/s',
      rounds: 5,
      ceiling: () => rate(() => copy(bytes(), join(folder, 'copy'))),
      product: () => rate(() => ask('PUT', `/projects/1/packages/generic/large/1.0/${++count}.bin`, bytes)),
      finish: async () => {
        await forgefold.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
