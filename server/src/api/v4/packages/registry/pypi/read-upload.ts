import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MOST_BYTES } from '@forgefold/core/domains/packages/package'
import { type Rejection, refuse, refused, tooLarge } from '@forgefold/core/kernel'
import type { BlobDigest, BlobWrite } from '@forgefold/core/ports'
import type busboy from 'busboy'
import * as E from 'fp-ts/lib/Either.js'
import { BodyAborted, type Context } from '../../../../../http/index.js'

/** What `twine upload` sends, its file kept already. */
export interface Upload {
  readonly fields: ReadonlyMap<string, string>
  readonly fileName: string
  readonly digest: BlobDigest
}

const LIMITS = { files: 1, fields: 500, fieldSize: 1024 * 1024, fileSize: MOST_BYTES.pypi + 1 }
const FILE_FIELD = 'content'

const broken = refused('The form could not be read')

/** Loaded with the first upload. */
const formParser = (): typeof busboy => createRequire(import.meta.url)('busboy')

interface Taken {
  readonly fileName: string
  readonly written: Promise<BlobWrite>
}

/** Reads a multipart form (RFC 7578) as it comes; its file goes to the store. Rejections: `Refused`; `TooLarge`. */
export const readUpload = async ({ forge, request }: Context): Promise<E.Either<Rejection, Upload>> => {
  const fields = new Map<string, string>()
  let taken: Taken | undefined
  let parser: busboy.Busboy
  try {
    parser = formParser()({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: LIMITS,
      defParamCharset: 'utf8',
    })
  } catch {
    return refuse(broken)
  }
  parser.on('field', (name, value) => fields.set(name, value))
  parser.on('file', (name, stream, { filename }) => {
    if (name !== FILE_FIELD) {
      stream.resume()
      return
    }
    const written = forge.packageFiles.put(stream, MOST_BYTES.pypi)
    // It is awaited below; until then a failure is nobody's.
    written.catch(() => undefined).finally(() => stream.resume())
    taken = { fileName: filename ?? '', written }
  })
  try {
    await pipeline(Readable.from(request.body.stream()), parser)
    if (taken === undefined) return refuse(refused('content is missing'))
    const { fileName, written } = taken as Taken
    const outcome = await written
    if (outcome.kind === 'TooLarge') return refuse(tooLarge)
    return E.right({ fields, fileName, digest: outcome.digest })
  } catch (error) {
    if (error instanceof BodyAborted) throw error
    await taken?.written.catch(() => undefined)
    return refuse(broken)
  }
}
