import { zipEntry } from '@forgefold/adapters/zip'
import type { OpenedArchive } from '@forgefold/core/domains/delivery/job-output'
import { notFound, type Rejection, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, answer, fileDisposition } from '../../../../http/index.js'

/** Headers against execution in a browser: an artifact must never run as a page of this origin. */
const OPAQUE = 'application/octet-stream'

const sent = (name: string, body: AsyncIterable<Uint8Array>, length: number): Answer =>
  answer({
    status: 200,
    headers: [['Content-Disposition', fileDisposition(name)]],
    raw: { contentType: OPAQUE, body, length },
  })

/** Sends an archive of artifacts. */
export const archiveAnswer = async (found: E.Either<Rejection, OpenedArchive>): Promise<Answer> => {
  if (E.isLeft(found)) return found
  const content = await found.right.open()
  return content === undefined ? refuse(notFound()) : sent(found.right.archive.name, content, found.right.archive.size)
}

/** Sends one file of an archive of artifacts. */
export const entryAnswer = async (found: E.Either<Rejection, OpenedArchive>, path: string): Promise<Answer> => {
  if (E.isLeft(found)) return found
  const entry = await zipEntry(found.right.open, path)
  return entry === undefined
    ? refuse(notFound())
    : sent(path.slice(path.lastIndexOf('/') + 1), entry.content, entry.size)
}
