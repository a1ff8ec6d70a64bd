import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge, Lookup, Query } from '../../../../app/forge.js'
import { notFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import { releaseHas } from '../../../../releases/index.js'
import type { ProjectAccess, ProjectRef } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { registryFor } from '../access.js'
import { normalisedPythonName } from '../name-rules.js'
import type { PackageType } from '../package-type.js'
import { isInstallable } from '../package-type.js'
import type { PackageAbility } from '../policy.js'
import type { InstallableVersion, PackageFileRow, PackageRow } from '../queries.js'

/** A file with its bytes as they come from the store, checked while they flow. */
export interface FetchedFile {
  readonly file: PackageFileRow
  readonly content: AsyncIterable<Uint8Array>
}

/** Opens a file for a package manager and notes the download; undefined where its bytes are gone. */
export const openFile: Lookup<PackageFileRow, Promise<FetchedFile | undefined>> = async (forge, file) => {
  const content = await forge.packageFiles.get(file.sha256)
  if (content === undefined) return undefined
  forge.read.packages.downloaded(file.packageId, forge.clock.now())
  return { file, content }
}

/** From release 15.0 on nobody fetches Composer packages without saying who they are (docs/reference/behaviour/packages.md#package-managers). */
const asksWho = (forge: Forge, type: PackageType, principal: Principal): boolean =>
  type === 'composer' &&
  principal.kind === 'anonymous' &&
  !releaseHas('packages.composer_anonymous', forge.instance.release)

/** Which registry of a project is entered, and for what. */
export interface RegistryEntry {
  readonly project: ProjectRef
  readonly type: PackageType
  readonly ability: PackageAbility
}

/** Finds a project for a package manager. Rejections: `Unauthenticated`; `NotFound` (Project); `Forbidden`. */
export const enterRegistry: Query<RegistryEntry, ProjectAccess> = (forge, { principal }, { project, type, ability }) =>
  ability === 'read_package' && asksWho(forge, type, principal)
    ? refuse(unauthenticated)
    : registryFor(forge, principal, project, ability)

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

/** The newest file of that name of a package. Rejections: as `enterRegistry`; `NotFound` (Package), or without a noun for the file. */
export const findFile: Query<WantedFile, PackageFileRow> = (
  forge,
  caller,
  { project, type, name, version, fileName },
) => {
  const access = enterRegistry(forge, caller, { project, type, ability: 'read_package' })
  if (E.isLeft(access)) return access
  const row = forge.read.packages.named(access.right.project.id, type, name, version)
  if (!installable(row)) return refuse(notFound('Package'))
  const file = forge.read.packages.fileNamed(row.id, fileName)
  return file === undefined ? refuse(notFound()) : E.right(file)
}

/** A package of a project by its name. */
export interface NamedPackage {
  readonly project: ProjectRef
  readonly name: string
}

/** The installable versions of an npm package, by id; none where there is no such package. Rejections: as `enterRegistry`. */
export const listNpmVersions: Query<NamedPackage, ReadonlyArray<InstallableVersion>> = (forge, caller, input) => {
  const access = enterRegistry(forge, caller, { project: input.project, type: 'npm', ability: 'read_package' })
  if (E.isLeft(access)) return access
  return E.right(forge.read.packages.versionsNamed(access.right.project.id, 'npm', input.name))
}

/** The packed file of that name of whichever version of an npm package has it. Rejections: as `enterRegistry`; `NotFound`. */
export const findNpmFile: Query<NamedPackage & { readonly fileName: string }, PackageFileRow> = (
  forge,
  caller,
  input,
) => {
  const versions = listNpmVersions(forge, caller, input)
  if (E.isLeft(versions)) return versions
  for (const { id } of versions.right) {
    const file = forge.read.packages.fileNamed(id, input.fileName)
    if (file !== undefined) return E.right(file)
  }
  return refuse(notFound())
}

/** Names of the Python packages of a project, normalised (PEP 503), each once. */
export interface PythonIndex {
  readonly project: ProjectRow
  readonly names: ReadonlySet<string>
}

/** The index of the Python packages of a project. Rejections: as `enterRegistry`. */
export const getPythonIndex: Query<{ readonly project: ProjectRef }, PythonIndex> = (
  forge,
  caller,
  { project: ref },
) => {
  const access = enterRegistry(forge, caller, { project: ref, type: 'pypi', ability: 'read_package' })
  if (E.isLeft(access)) return access
  const { project } = access.right
  return E.right({ project, names: new Set(forge.read.packages.pythonNames(project.id).map(normalisedPythonName)) })
}

/** The installable versions of a Python package, however its name is spelled (PEP 503). Rejections: as `enterRegistry`. */
export const listPythonVersions: Query<NamedPackage, ReadonlyArray<InstallableVersion>> = (forge, caller, input) => {
  const access = enterRegistry(forge, caller, { project: input.project, type: 'pypi', ability: 'read_package' })
  if (E.isLeft(access)) return access
  return E.right(forge.read.packages.pythonVersions(access.right.project.id, normalisedPythonName(input.name)))
}

/** A distribution file by its bytes and its name. */
export interface PythonFileRef {
  readonly project: ProjectRef
  /** Hexadecimal, in any case. */
  readonly sha256: string
  readonly fileName: string
}

/** A distribution file of a Python package. Rejections: as `enterRegistry`; `NotFound`. */
export const findPythonFile: Query<PythonFileRef, PackageFileRow> = (forge, caller, { project, sha256, fileName }) => {
  const access = enterRegistry(forge, caller, { project, type: 'pypi', ability: 'read_package' })
  if (E.isLeft(access)) return access
  const file = forge.read.packages.pythonFile(access.right.project.id, sha256.toLowerCase(), fileName)
  return file === undefined ? refuse(notFound()) : E.right(file)
}
