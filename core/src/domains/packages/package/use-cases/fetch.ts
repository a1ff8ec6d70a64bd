import * as E from 'fp-ts/lib/Either.js'
import type { Lookup, Query } from '../../../../app/forge.js'
import { notFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import type { ProjectAccess, ProjectRef } from '../../../projects/project/access.js'
import { registryFor, requiresAuthentication } from '../access.js'
import { normalisedPythonName } from '../name-rules.js'
import type { PackageType } from '../package-type.js'
import { isInstallable } from '../package-type.js'
import type { PackageAbility } from '../policy.js'
import type { InstallableVersion, PackageFileRow, PackageRow } from '../queries.js'
import { projectsToRead, type RegistryScope } from '../steps/registry-scope.js'

/** A file with its bytes as a stream, verified while it is read. */
export interface FetchedFile {
  readonly file: PackageFileRow
  readonly content: AsyncIterable<Uint8Array>
}

/** Opens a file for a package manager and records the download; undefined where its bytes are missing. */
export const openFile: Lookup<PackageFileRow, Promise<FetchedFile | undefined>> = async (forge, file) => {
  const content = await forge.packageFiles.get(file.sha256)
  if (content === undefined) return undefined
  forge.read.packages.downloaded(file.packageId, forge.clock.now())
  return { file, content }
}

/** A request to the registry of a project. */
export interface RegistryEntry {
  readonly project: ProjectRef
  readonly type: PackageType
  readonly ability: PackageAbility
}

/** Finds a project for a package manager. Rejections: `Unauthenticated`; `NotFound` (Project); `Forbidden`. */
export const authorizeRegistry: Query<RegistryEntry, ProjectAccess> = (
  forge,
  { principal },
  { project, type, ability },
) =>
  ability === 'read_package' && requiresAuthentication(forge, type, principal)
    ? refuse(unauthenticated)
    : registryFor(forge, principal, project, ability)

const installable = (row: PackageRow | undefined): row is PackageRow => row !== undefined && isInstallable(row.status)

/** Which file of which package to download. */
export type RequestedFile = RegistryScope & {
  readonly type: PackageType
  /** The displayed name. */
  readonly name: string
  readonly version: string | null
  readonly fileName: string
}

/** The newest file of that name of a package. Rejections: as `projectsToRead`; `NotFound` (Package), or without a noun for the file. */
export const findFile: Query<RequestedFile, PackageFileRow> = (forge, { principal }, wanted) => {
  const { type, name, version, fileName } = wanted
  if (requiresAuthentication(forge, type, principal)) return refuse(unauthenticated)
  const projects = projectsToRead(forge, principal, wanted, { type, name })
  if (E.isLeft(projects)) return projects
  const rows = projects.right.map(({ id }) => forge.read.packages.named(id, type, name, version)).filter(installable)
  if (rows.length === 0) return refuse(notFound('Package'))
  for (const { id } of rows) {
    const file = forge.read.packages.fileNamed(id, fileName)
    if (file !== undefined) return E.right(file)
  }
  return refuse(notFound())
}

/** A package of a project by its name. */
export interface NamedPackage {
  readonly project: ProjectRef
  readonly name: string
}

/** A package by its name, and where to look for it. */
export type RequestedPackage = RegistryScope & { readonly name: string }

/** The installable versions of an npm package, by id in each project; empty where there is no such package. Rejections: as `projectsToRead`. */
export const listNpmVersions: Query<RequestedPackage, ReadonlyArray<InstallableVersion>> = (
  forge,
  { principal },
  input,
) => {
  const { name } = input
  const projects = projectsToRead(forge, principal, input, { type: 'npm', name })
  if (E.isLeft(projects)) return projects
  return E.right(projects.right.flatMap(({ id }) => forge.read.packages.versionsNamed(id, 'npm', name)))
}

/** The readable project that has the newest package of that name. Rejections: as `projectsToRead`; `NotFound` (Package). */
export const projectOfNpmPackage: Query<RequestedPackage, number> = (forge, { principal }, input) => {
  const projects = projectsToRead(forge, principal, input, { type: 'npm', name: input.name })
  if (E.isLeft(projects)) return projects
  const [newest] = projects.right
  return newest === undefined ? refuse(notFound('Package')) : E.right(newest.id)
}

/** The archive of that name, of any version of an npm package. Rejections: as `projectsToRead`; `NotFound`. */
export const findNpmFile: Query<RequestedPackage & { readonly fileName: string }, PackageFileRow> = (
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

/** Names of the Python packages of a project or group, normalised (PEP 503), each once, in alphabetical order. Rejections: as `projectsToRead`. */
export const listPythonNames: Query<RegistryScope, ReadonlyArray<string>> = (forge, { principal }, place) => {
  const projects = projectsToRead(forge, principal, place, { type: 'pypi' })
  if (E.isLeft(projects)) return projects
  const names = projects.right.flatMap(({ id }) => forge.read.packages.pythonNames(id).map(normalisedPythonName))
  return E.right([...new Set(names)].sort())
}

/** The installable versions of a Python package, in any spelling of its name (PEP 503). Rejections: as `projectsToRead`. */
export const listPythonVersions: Query<RequestedPackage, ReadonlyArray<InstallableVersion>> = (
  forge,
  { principal },
  input,
) => {
  const pythonName = normalisedPythonName(input.name)
  const projects = projectsToRead(forge, principal, input, { type: 'pypi', pythonName })
  if (E.isLeft(projects)) return projects
  return E.right(projects.right.flatMap(({ id }) => forge.read.packages.pythonVersions(id, pythonName)))
}

/** A distribution file by its digest and its name. */
export type PythonFileRef = RegistryScope & {
  /** Hexadecimal, in any case. */
  readonly sha256: string
  readonly fileName: string
}

/** A distribution file of a Python package. Rejections: as `projectsToRead`; `NotFound`. */
export const findPythonFile: Query<PythonFileRef, PackageFileRow> = (forge, { principal }, input) => {
  const sha256 = input.sha256.toLowerCase()
  const projects = projectsToRead(forge, principal, input, { type: 'pypi', sha256 })
  if (E.isLeft(projects)) return projects
  for (const { id } of projects.right) {
    const file = forge.read.packages.pythonFile(id, sha256, input.fileName)
    if (file !== undefined) return E.right(file)
  }
  return refuse(notFound())
}
