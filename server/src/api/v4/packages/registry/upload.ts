import { MOST_BYTES, type PackageType } from '@forgefold/core/domains/packages/package'
import { type Rejection, refuse, tooLarge } from '@forgefold/core/kernel'
import type { BlobDigest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Context } from '../../../../http/index.js'

/** Keeps the body of a request as it comes, with all its fingerprints. Rejections: `TooLarge`, at once where the client says so beforehand. */
export const keepBody = async (
  { forge, request }: Context,
  type: PackageType,
): Promise<E.Either<Rejection, BlobDigest>> => {
  const limit = MOST_BYTES[type]
  if (Number(request.headers.get('content-length') ?? 0) > limit) return refuse(tooLarge)
  const written = await forge.packageFiles.put(request.body.stream(), limit)
  return written.kind === 'TooLarge' ? refuse(tooLarge) : E.right(written.digest)
}
