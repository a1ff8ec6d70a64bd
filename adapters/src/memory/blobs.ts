import type { Blobs } from '@forgefold/core/ports'
import { Fingerprint } from '../blobs/fingerprint.js'
import type { Forkable } from './forkable.js'

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

interface KeptBlob {
  readonly bytes: Uint8Array
  readonly writtenAt: number
}

/**
 * Blobs in a map.
 *
 * @example
 * assert.equal(await makeMemoryBlobs().get('0'.repeat(64)), undefined)
 */
export const makeMemoryBlobs = (blobs: Map<string, KeptBlob> = new Map()): Forkable<Blobs> => {
  return {
    fork: () => makeMemoryBlobs(new Map(blobs)),
    put: async (content, limit = Number.POSITIVE_INFINITY) => {
      const fingerprint = new Fingerprint()
      const chunks: Array<Uint8Array> = []
      for await (const chunk of content) {
        fingerprint.update(chunk)
        if (fingerprint.size > limit) return { kind: 'TooLarge', limit }
        chunks.push(Buffer.from(chunk))
      }
      const digest = fingerprint.digest()
      blobs.set(digest.sha256, { bytes: Buffer.concat(chunks), writtenAt: Date.now() })
      return { kind: 'Stored', digest }
    },
    get: async (sha256) => {
      const found = blobs.get(sha256)
      return found && once(found.bytes)
    },
    has: async (sha256) => blobs.has(sha256),
    remove: async (sha256) => {
      blobs.delete(sha256)
    },
    removeOlder: async (sha256, than) => {
      const found = blobs.get(sha256)
      return found !== undefined && found.writtenAt < than && blobs.delete(sha256)
    },
    async *list() {
      for (const [sha256, { writtenAt }] of blobs) yield { sha256, writtenAt }
    },
  }
}
