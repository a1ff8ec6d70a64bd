import type { Forge } from '@forgefold/core/app'
import { largestFile, openFile, type PackageFileRow, type PackageType } from '@forgefold/core/domains/packages/package'
import { notFound, type Rejection, refuse, refused, tooLarge } from '@forgefold/core/kernel'
import type { BlobDigest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  BodyTooLarge,
  type Context,
  fileDisposition,
  type HttpRequest,
  isNotModified,
  MalformedForm,
  readForm,
} from '../../../../http/index.js'

/** Headers against execution in a browser: an uploaded file must never run as a page of this origin. */
const OPAQUE = 'application/octet-stream'

/** Streams a file of a package; an empty response where the client has it already. */
export const download = async (
  forge: Forge,
  request: Pick<HttpRequest, 'method' | 'headers'>,
  file: PackageFileRow,
): Promise<Answer> => {
  const tag = `"${file.sha256}"`
  if (isNotModified(request, tag)) return answer({ status: 304, headers: [['ETag', tag]] })
  const opened = await openFile(forge, file)
  if (opened === undefined) return refuse(notFound())
  return answer({
    status: 200,
    headers: [
      ['ETag', tag],
      ['Content-Disposition', fileDisposition(file.name)],
      ['Cache-Control', 'private, max-age=0, must-revalidate'],
    ],
    raw: { contentType: OPAQUE, body: opened.content, length: file.size },
  })
}

/** Stores the body of a request while it arrives, with all its fingerprints. Rejections: `TooLarge`, at once where the client announces the size. */
export const keepBody = async (
  { forge, request }: Context,
  type: PackageType,
): Promise<E.Either<Rejection, BlobDigest>> => {
  const limit = largestFile(forge, type)
  if (Number(request.headers.get('content-length') ?? 0) > limit) return refuse(tooLarge)
  const written = await forge.packageFiles.put(request.body.stream(), limit)
  return written.kind === 'TooLarge' ? refuse(tooLarge) : E.right(written.digest)
}

const FORM_LIMITS = { files: 1, fields: 50, parts: 60, fieldSize: 64 * 1024 }

/** Stores the file of a form field while it arrives. Rejections: `Refused`, also where it is missing; `TooLarge`. */
export const keepFormFile = async (
  { forge, request }: Context,
  type: PackageType,
  wanted: string,
): Promise<E.Either<Rejection, BlobDigest>> => {
  let kept: BlobDigest | undefined
  try {
    await readForm(request.body.stream(), request.headers.get('content-type') ?? '', FORM_LIMITS, {
      field: () => undefined,
      file: async ({ name, content }) => {
        if (name !== wanted) return
        const written = await forge.packageFiles.put(content, largestFile(forge, type))
        if (written.kind === 'TooLarge') throw new BodyTooLarge()
        kept = written.digest
      },
    })
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuse(tooLarge)
    if (error instanceof MalformedForm) return refuse(refused('The form could not be read'))
    throw error
  }
  return E.fromNullable(refused(`${wanted} is missing`))(kept)
}
