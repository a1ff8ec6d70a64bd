import { createHash } from 'node:crypto'
import {
  type AuthorizedPublication,
  authorizePublication,
  largestFile,
  MAX_FILE_BYTES,
  publishFile,
} from '@forgefold/core/domains/packages/package'
import { type Rejection, refuse, refused, tooLarge } from '@forgefold/core/kernel'
import type { BlobDigest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Context } from '../../../../../http/index.js'
import { callerOf } from '../../../path-ids.js'
import { BrokenPublication } from './attachment.js'
import { baseNameOf, keptDocument, type Publication, readPublication, statedDigest } from './documents.js'
import { PublicationTooLarge, splitPublication } from './split-publication.js'

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

/** The most tags of one publication, each of which is a command of its own; clients send one. */
const MOST_TAGS = 100

/** The largest publication: a document with one file in base64. */
export const MAX_PUBLICATION_BYTES = MAX_DOCUMENT_BYTES + Math.ceil((MAX_FILE_BYTES.npm * 4) / 3)

const ONE_AT_A_TIME = refused('One version is published at a time')

/** An attached archive that is stored. */
export interface Packed {
  readonly name: string
  readonly digest: BlobDigest
  /** In base64. */
  readonly sha512: string
}

/** The content of an npm client's request: its document, and its stored files. */
export interface Received {
  readonly publication: Publication
  readonly packed: ReadonlyArray<Packed>
}

/** Thrown at the second file, before it is stored. */
class SecondFile extends Error {
  override readonly name = 'SecondFile'
}

class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

/** Reads a document of an npm client; its files are stored while they arrive. Rejections: `Refused`; `TooLarge`. */
export const receive = async ({ forge, request }: Context): Promise<E.Either<Rejection, Received>> => {
  const packed: Array<Packed> = []
  const take = async (name: string, content: AsyncIterable<Uint8Array>): Promise<void> => {
    if (packed.length > 0) throw new SecondFile()
    const sha512 = createHash('sha512')
    const noted = async function* () {
      for await (const chunk of content) {
        sha512.update(chunk)
        yield chunk
      }
    }
    const written = await forge.packageFiles.put(noted(), largestFile(forge, 'npm'))
    if (written.kind === 'TooLarge') throw new FileTooLarge()
    packed.push({ name, digest: written.digest, sha512: sha512.digest('base64') })
  }
  try {
    const publication = readPublication(await splitPublication(request.body.stream(), MAX_DOCUMENT_BYTES, take))
    return publication === undefined
      ? refuse(refused('The document names no package and versions'))
      : E.right({ publication, packed })
  } catch (error) {
    if (error instanceof SecondFile) return refuse(ONE_AT_A_TIME)
    if (error instanceof BrokenPublication) return refuse(refused('The document is no JSON'))
    if (error instanceof PublicationTooLarge || error instanceof FileTooLarge) return refuse(tooLarge)
    throw error
  }
}

const mismatch = (publication: Publication, file: Packed, document: Readonly<Record<string, unknown>>) => {
  const stated = publication.attachments.get(file.name)
  if (stated !== undefined && stated !== file.digest.size) return 'The length of the attachment is another than stated'
  const sha512 = statedDigest(document)
  return sha512 !== undefined && sha512 !== file.sha512 ? 'The integrity of the attachment does not match' : undefined
}

/** The deprecation message of each version in a document without files; undefined where it ends a deprecation. */
export const deprecationsOf = ({ versions }: Publication): ReadonlyMap<string, string | undefined> =>
  new Map(
    [...versions].map(([version, { deprecated }]) => [
      version,
      typeof deprecated === 'string' && deprecated !== '' ? deprecated : undefined,
    ]),
  )

/** Publishes the one version in a document with its file. Rejections: `Forbidden` where it exists; `Invalid`; `Refused`; `TooLarge`. */
export const publishVersion = async (
  context: Context,
  project: string,
  name: string,
  { publication, packed }: Received,
): Promise<E.Either<Rejection, void>> => {
  const { forge } = context
  const [[version, document] = ['', {}], ...others] = [...publication.versions]
  const [file] = packed
  if (publication.name !== name) return refuse(refused('The document is of another package'))
  if (others.length > 0) return refuse(ONE_AT_A_TIME)
  if (version === '') return refuse(refused('Version is empty.'))
  if (file === undefined || file.digest.size === 0) return refuse(refused('Attachment data is empty.'))
  const fileName = baseNameOf(file.name)
  const authorized: E.Either<Rejection, AuthorizedPublication> = authorizePublication(forge, callerOf(context), {
    project,
    type: 'npm',
    name,
    version,
    fileName,
  })
  if (E.isLeft(authorized)) return authorized
  const wrong = mismatch(publication, file, document)
  if (wrong !== undefined) return refuse(refused(wrong))
  const tags = [...publication.tags].flatMap(([tag, tagged]) => (tagged === version ? [tag] : []))
  if (tags.length > MOST_TAGS) return refuse(refused(`One version is published with at most ${MOST_TAGS} tags`))
  const published = await publishFile(forge, callerOf(context), {
    authorized: authorized.right,
    file: { name: fileName, digest: file.digest },
    document: keptDocument(document, file.sha512),
    tags,
  })
  return E.isLeft(published) ? published : E.right(undefined)
}
