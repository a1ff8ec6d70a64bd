import { largestFile } from '@forgefold/core/domains/packages/package'
import { type Rejection, refuse, refused, tooLarge } from '@forgefold/core/kernel'
import type { BlobDigest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { BodyTooLarge, type Context, MalformedForm, readForm } from '../../../../../http/index.js'

/** The content of `twine upload`, with its stored file. */
export interface Upload {
  readonly fields: ReadonlyMap<string, string>
  readonly fileName: string
  readonly digest: BlobDigest
}

const LIMITS = { files: 1, fields: 500, parts: 600, fieldSize: 1024 * 1024 }
const FILE_FIELD = 'content'

/** Reads the form while it arrives; its file is stored. Rejections: `Refused`; `TooLarge`. */
export const readUpload = async ({ forge, request }: Context): Promise<E.Either<Rejection, Upload>> => {
  const fields = new Map<string, string>()
  let taken: Pick<Upload, 'fileName' | 'digest'> | undefined
  try {
    await readForm(request.body.stream(), request.headers.get('content-type') ?? '', LIMITS, {
      field: (name, value) => fields.set(name, value),
      file: async ({ name, filename, content }) => {
        if (name !== FILE_FIELD) return
        const written = await forge.packageFiles.put(content, largestFile(forge, 'pypi'))
        if (written.kind === 'TooLarge') throw new BodyTooLarge()
        taken = { fileName: filename, digest: written.digest }
      },
    })
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuse(tooLarge)
    if (error instanceof MalformedForm) return refuse(refused('The form could not be read'))
    throw error
  }
  return taken === undefined ? refuse(refused('content is missing')) : E.right({ fields, ...taken })
}
