/** The fingerprints of a blob, hexadecimal, and its size in bytes. */
export interface BlobDigest {
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly size: number
}

export type BlobWrite =
  | { readonly kind: 'Stored'; readonly digest: BlobDigest }
  | { readonly kind: 'TooLarge'; readonly limit: number }

/** Content-addressed files by their SHA-256, streamed, never whole in memory. */
export interface Blobs {
  /** Computes digests while writing; the blob becomes visible whole or not at all. `limit` in bytes. */
  readonly put: (content: AsyncIterable<Uint8Array>, limit?: number) => Promise<BlobWrite>
  /** Undefined where it is missing. The bytes are verified while they are read; a mismatch is an error at the end. */
  readonly get: (sha256: string) => Promise<AsyncIterable<Uint8Array> | undefined>
  readonly has: (sha256: string) => Promise<boolean>
  readonly remove: (sha256: string) => Promise<void>
  /** Removes it unless it was written, or written again, at that time (epoch milliseconds) or later; returns whether it was removed. Safe beside writers. */
  readonly removeOlder: (sha256: string, than: number) => Promise<boolean>
  /** Every digest, with the time (epoch milliseconds) at which it was written. */
  readonly list: () => AsyncIterable<{ readonly sha256: string; readonly writtenAt: number }>
}
