import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { shownRow } from '../../../../app/shown-row.js'
import { conflict, type Rejection, refuse, tooLarge } from '../../../../kernel/index.js'
import type { BlobDigest } from '../../../../ports/blobs.js'
import type { NewFile, PackageMetadata } from '../commands.js'
import { packageAggregate } from '../decider.js'
import { alreadyPublished } from '../publication-refusals.js'
import type { PackageFileRow, PackageRow } from '../queries.js'
import { REPUBLICATION } from '../republication.js'
import { takeComposerName } from '../steps/composer-name.js'
import { existingVersion } from '../steps/existing-version.js'
import { keepMetadata, type MetadataDocument } from '../steps/keep-metadata.js'
import { withPackageLock } from '../steps/package-lock.js'
import { pointTag, tagNumber } from '../steps/point-tag.js'
import { packageNames } from '../unique-names.js'
import type { AuthorizedPublication, Publication } from './authorize-publication.js'

/** A file whose bytes are stored. */
export interface StoredFile {
  readonly name: string
  readonly digest: BlobDigest
}

const pipelineOf = ({ principal }: Caller): number | null =>
  principal.kind === 'user' ? (principal.credential.pipelineId ?? null) : null

const newFile = async (
  caller: Caller,
  { name, digest }: StoredFile,
  { packageReference }: Publication,
  number: ReturnType<typeof prefetchNumber>,
): Promise<E.Either<Rejection, NewFile>> => {
  const id = await number
  if (E.isLeft(id)) return id
  const { size, sha256, sha1, md5 } = digest
  return E.right({
    fileId: id.right,
    name,
    size,
    sha256,
    sha1,
    md5,
    pipelineId: pipelineOf(caller),
    packageReference: packageReference ?? null,
  })
}

interface PublishedFile {
  readonly packageId: number
  readonly fileId: number
}

/** Sets tags to a package. */
type PointTags = (packageId: number) => Promise<E.Either<Rejection, void>>

/** Creates the package with its first file in one append, and its tags concurrently: the read model shows them once the package exists. */
const begin = async (
  forge: Forge,
  caller: Caller,
  { publication, identity, top }: AuthorizedPublication,
  numbered: ReturnType<typeof newFile>,
  metadata: PackageMetadata | undefined,
  pointTags: PointTags,
): Promise<E.Either<Rejection, PublishedFile>> => {
  const { principal, context } = caller
  const composerName = takeComposerName(forge, context, identity, top)
  composerName.catch(() => undefined)
  const names = packageNames(identity)
  return forge.aggregates.create(packageAggregate, 'package', names, context, async (packageId, execute) => {
    const taken = await composerName
    if (E.isLeft(taken)) return taken
    const file = await numbered
    if (E.isLeft(file)) return file
    const { type: packageType, ...rest } = identity
    const publish = {
      type: 'Publish',
      packageType,
      ...rest,
      status: publication.status ?? 'default',
      creatorId: principal.kind === 'user' ? principal.userId : null,
      pipelineId: pipelineOf(caller),
      file: file.right,
      metadata: metadata ?? null,
    } as const
    const [begun, pointed] = await Promise.all([
      execute(publish, withNewCommandId(forge, context)),
      pointTags(packageId),
    ])
    if (E.isLeft(begun)) return begun
    return E.isLeft(pointed) ? pointed : E.right({ packageId, fileId: file.right.fileId })
  })
}

/** Adds the file to an existing package, with the other attributes of the upload. */
const extend = async (
  forge: Forge,
  caller: Caller,
  { publication: { type, status } }: AuthorizedPublication,
  row: PackageRow,
  numbered: ReturnType<typeof newFile>,
  metadata: PackageMetadata | undefined,
): Promise<E.Either<Rejection, PublishedFile>> => {
  const { sameName } = REPUBLICATION[type]
  const file = await numbered
  if (E.isLeft(file)) return file
  const published = { packageId: row.id, fileId: file.right.fileId }
  const execute = (command: Parameters<typeof packageAggregate.decide>[0]) =>
    forge.aggregates.execute(packageAggregate, row.id, command, withNewCommandId(forge, caller.context))
  const added = await execute({ type: 'AddFile', sameName, ...file.right })
  if (E.isLeft(added)) return added
  if (metadata !== undefined) {
    const set = await execute({ type: 'SetMetadata', ...metadata })
    if (E.isLeft(set)) return set
  }
  if (status !== undefined && status !== row.status) {
    const changed = await execute({ type: 'ChangeStatus', status })
    if (E.isLeft(changed)) return changed
  }
  const { pipelineId } = file.right
  if (pipelineId === null) return E.right(published)
  const noted = await execute({ type: 'NoteBuild', pipelineId })
  return E.isLeft(noted) ? noted : E.right(published)
}

/** The file of an authorised publication, and the attributes of its version. */
export interface PublishFile {
  readonly authorized: AuthorizedPublication
  readonly file: StoredFile
  /** The metadata of the version for its protocol; recorded when the version is created. */
  readonly document?: MetadataDocument
  /** The document belongs to the file and is recorded each time. */
  readonly documentIsOfFile?: boolean
  /** Distribution tags that point to the version from now on. */
  readonly tags?: ReadonlyArray<string>
}

const putFile = async (
  forge: Forge,
  caller: Caller,
  { authorized, file: stored, documentIsOfFile = false }: PublishFile,
  metadata: PackageMetadata | undefined,
  pointTags: PointTags,
): Promise<E.Either<Rejection, PackageFileRow>> => {
  const { identity, publication } = authorized
  const known = existingVersion(forge, identity)
  if (known !== undefined && REPUBLICATION[publication.type].onExisting === 'refuse')
    return refuse(alreadyPublished(publication.type))
  const file = newFile(caller, stored, publication, prefetchNumber(forge, 'package_file'))
  file.catch(() => undefined)
  const done =
    known === undefined
      ? await begin(forge, caller, authorized, file, metadata, pointTags)
      : await extend(forge, caller, authorized, known, file, documentIsOfFile ? metadata : undefined)
  if (E.isLeft(done))
    return done.left.kind === 'Conflict' ? refuse(conflict('The package is being published by another request')) : done
  const pointed = known === undefined ? E.right(undefined) : await pointTags(known.id)
  if (E.isLeft(pointed)) return pointed
  return shownRow(forge.read.packages.file(done.right.packageId, done.right.fileId), 'new file')
}

/**
 * Adds a stored file to its package, which is created where it is missing.
 *
 * Rejections: `Forbidden` where the version exists and accepts no more files; `Invalid`, also for a tag; `TooLarge`; `Conflict`;
 * `Unavailable`.
 */
export const publishFile: UseCase<PublishFile, PackageFileRow> = async (forge, caller, input) => {
  const { document, tags = [] } = input
  const { identity } = input.authorized
  const metadata = document === undefined ? undefined : await keepMetadata(forge, document)
  if (document !== undefined && metadata === undefined) return refuse(tooLarge)
  const numbered = tags.map((tag) => ({ tag, number: tagNumber(forge) }))
  const pointTags: PointTags = async (packageId) => {
    for (const { tag, number } of numbered) {
      const set = await pointTag(forge, withNewCommandId(forge, caller.context), identity, tag, packageId, number)
      if (E.isLeft(set)) return set
    }
    return E.right(undefined)
  }
  return withPackageLock(forge, identity, () => putFile(forge, caller, input, metadata, pointTags))
}
