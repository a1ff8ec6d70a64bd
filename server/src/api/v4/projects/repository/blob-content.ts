import type { BlobHandle } from '@forgefold/core/ports'
import { answer } from '../../../../http/index.js'

/** All bytes of a blob; for what is answered within JSON. */
export const bytesOf = async (blob: Pick<BlobHandle, 'content'>): Promise<Buffer> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of blob.content()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A name in a header: only harmless characters, and the true one beside it. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`

/** Bytes as a file of their own, streamed; `length` in bytes where it is known. */
export const download = (contentType: string, name: string, body: AsyncIterable<Uint8Array>, length?: number) =>
  answer({
    status: 200,
    headers: [
      ['Content-Disposition', attachment(name)],
      ['Cache-Control', 'max-age=0, private, must-revalidate'],
    ],
    raw: { contentType, body, ...(length === undefined ? {} : { length }) },
  })
