/** An event as a client proposes it. */
export interface ProposedEvent {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly customMetadata: Uint8Array
  readonly data: Uint8Array
}

/** An event in the log. */
export interface LogRecord extends ProposedEvent {
  readonly stream: string
  readonly revision: bigint
  /** Increasing, with holes, like the byte offsets of a real log. */
  readonly position: number
  /** Epoch milliseconds. */
  readonly created: number
}

/** What the writer believes of the stream. */
export type ExpectedRevision = 'any' | 'noStream' | 'streamExists' | number

/** What became of a write. */
export type Decision =
  /** `revision` is -1 and `position` missing where nothing was written to a missing stream. */
  | { readonly kind: 'written'; readonly revision: number; readonly position: number | undefined }
  /** The same events stand there; a soft-deleted stream tells no position. */
  | { readonly kind: 'alreadyWritten'; readonly revision: number; readonly position: number | undefined }
  /** `head` is -1 where there is no stream. */
  | { readonly kind: 'wrongVersion'; readonly head: number }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'tooBig'; readonly limit: number }

/** The last possible revision: where a tombstone stands, and what `$tb` says of a soft-deleted stream. */
export const END_OF_STREAM = 9223372036854775807n

/** The stream that holds a stream's metadata. */
export const metastreamOf = (stream: string): string => `$$${stream}`

/** The metadata of a stream that the server itself obeys. */
export interface StreamMetadata {
  readonly truncateBefore?: number
  readonly maxCount?: number
  readonly maxAgeSeconds?: number
}

const numberAt = (metadata: Readonly<Record<string, unknown>>, key: string): number | undefined => {
  const value = metadata[key]
  return typeof value === 'number' ? value : undefined
}

/** Reads stream metadata; what is no JSON object says nothing. */
export const streamMetadataOf = (record: LogRecord | undefined): StreamMetadata => {
  if (record === undefined) return {}
  try {
    const metadata = JSON.parse(Buffer.from(record.data).toString('utf8')) as Readonly<Record<string, unknown>>
    const truncateBefore = numberAt(metadata, '$tb')
    const maxCount = numberAt(metadata, '$maxCount')
    const maxAgeSeconds = numberAt(metadata, '$maxAge')
    return {
      ...(truncateBefore === undefined ? {} : { truncateBefore }),
      ...(maxCount === undefined ? {} : { maxCount }),
      ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    }
  } catch {
    return {}
  }
}
