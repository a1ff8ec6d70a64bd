import { createHash } from 'node:crypto'
import type { BlobDigest } from '@forgefold/core/ports'

/** All checksums of a blob in one pass over its bytes. */
export class Fingerprint {
  readonly #sha256 = createHash('sha256')
  readonly #sha1 = createHash('sha1')
  readonly #md5 = createHash('md5')
  #size = 0

  get size(): number {
    return this.#size
  }

  update(chunk: Uint8Array): void {
    this.#size += chunk.length
    this.#sha256.update(chunk)
    this.#sha1.update(chunk)
    this.#md5.update(chunk)
  }

  digest(): BlobDigest {
    return {
      sha256: this.#sha256.digest('hex'),
      sha1: this.#sha1.digest('hex'),
      md5: this.#md5.digest('hex'),
      size: this.#size,
    }
  }
}

/** Thrown when the bytes stored under a digest have another digest. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged'
  constructor(sha256: string) {
    super(`the blob ${sha256} does not match its digest`)
  }
}

const SHA256 = /^[0-9a-f]{64}$/

/** Whether a name is a SHA-256 digest in hexadecimal; nothing else reaches a path. */
export const isDigest = (text: string): boolean => SHA256.test(text)
