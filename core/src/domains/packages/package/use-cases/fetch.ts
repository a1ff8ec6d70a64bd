import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import { notFound, type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import { releaseHas } from '../../../../releases/index.js'
import type { ProjectAccess, ProjectRef } from '../../../projects/project/access.js'
import { registryFor } from '../access.js'
import type { PackageType } from '../package-type.js'
import type { PackageFileRow, PackageRow } from '../queries.js'
import { isInstallable } from '../status.js'

/** A file with its bytes as they come from the store, checked while they flow. */
export interface FetchedFile {
  readonly file: PackageFileRow
  readonly content: AsyncIterable<Uint8Array>
}

/** Opens a file for a package manager and notes the download. Rejections: `NotFound` where its bytes are gone. */
export const openFile = async (forge: Forge, file: PackageFileRow): Promise<E.Either<Rejection, FetchedFile>> => {
  const content = await forge.packageFiles.get(file.sha256)
  if (content === undefined) return refuse(notFound())
  forge.read.packages.downloaded(file.packageId, forge.clock.now())
  return E.right({ file, content })
}

/** From release 15.0 on nobody fetches Composer packages without saying who they are (docs/reference/behaviour/packages.md#package-managers). */
const asksWho = (forge: Forge, type: PackageType, principal: Principal): boolean =>
  type === 'composer' &&
  principal.kind === 'anonymous' &&
  !releaseHas('packages.composer_anonymous', forge.instance.release)

/** Finds the project whose packages of that kind are to be read. Rejections: `Unauthenticated`; `NotFound` (Project); `Forbidden`. */
export const readingRegistry = (
  forge: Forge,
  principal: Principal,
  project: ProjectRef,
  type: PackageType,
): E.Either<Rejection, ProjectAccess> =>
  asksWho(forge, type, principal) ? refuse(unauthenticated) : registryFor(forge, principal, project, 'read_package')

/** Which file of which package is wanted. */
export interface WantedFile {
  readonly project: ProjectRef
  readonly type: PackageType
  /** As it is shown. */
  readonly name: string
  readonly version: string | null
  readonly fileName: string
}

const installable = (row: PackageRow | undefined): row is PackageRow => row !== undefined && isInstallable(row.status)

/** The newest file of that name of a package. Rejections: as `readingRegistry`; `NotFound` (Package), or without a noun for the file. */
export const findFile = (
  forge: Forge,
  principal: Principal,
  wanted: WantedFile,
): E.Either<Rejection, PackageFileRow> => {
  const access = readingRegistry(forge, principal, wanted.project, wanted.type)
  if (E.isLeft(access)) return access
  const row = forge.read.packages.named(access.right.project.id, wanted.type, wanted.name, wanted.version)
  if (!installable(row)) return refuse(notFound('Package'))
  const file = forge.read.packages.fileNamed(row.id, wanted.fileName)
  return file === undefined ? refuse(notFound()) : E.right(file)
}
