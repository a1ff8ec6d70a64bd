import { type Rejection, refuse, tooLarge } from '@forgefold/core/kernel'
import type { BlobHandle } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { answer, fileDisposition } from '../../../../http/index.js'

/** The largest file that is returned within JSON, in bytes, because it is in memory several times. */
const MAX_BYTES_IN_JSON = 10 * 1024 * 1024

/** Whether a blob is too large for JSON. */
export const isTooLarge = ({ size }: Pick<BlobHandle, 'size'>): boolean => size > MAX_BYTES_IN_JSON

/** All bytes of a blob, for JSON. Rejections: `TooLarge`; the raw file is streamed without this limit. */
export const bytesOf = async (blob: Pick<BlobHandle, 'content' | 'size'>): Promise<E.Either<Rejection, Buffer>> => {
  if (isTooLarge(blob)) return refuse(tooLarge)
  const chunks: Array<Uint8Array> = []
  for await (const chunk of blob.content()) chunks.push(chunk)
  return E.right(Buffer.concat(chunks))
}

/** A file download, streamed; `length` in bytes where it is known. */
export const download = (contentType: string, name: string, body: AsyncIterable<Uint8Array>, length?: number) =>
  answer({
    status: 200,
    headers: [
      ['Content-Disposition', fileDisposition(name)],
      ['Cache-Control', 'max-age=0, private, must-revalidate'],
    ],
    raw: { contentType, body, ...(length === undefined ? {} : { length }) },
  })
