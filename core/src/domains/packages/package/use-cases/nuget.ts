import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Query } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import type { InstallableVersion, NugetSearch, PackageFileRow } from '../queries.js'
import { compareNugetVersions, normalisedNugetVersion } from '../semver.js'
import { projectsToRead, type RegistryScope } from '../steps/registry-scope.js'
import type { RequestedPackage } from './fetch.js'

/** A version of a NuGet package, with its project and its archive. */
export interface NugetVersion extends InstallableVersion {
  readonly projectId: number
  /** The name of its newest archive; undefined where it has none. */
  readonly fileName: string | undefined
}

const ARCHIVE = '.nupkg'

/** The versions in one project, each with its newest archive. */
const versionsIn = (forge: Forge, projectId: number, name: string): ReadonlyArray<NugetVersion> => {
  const { nugetVersions, filesOf } = forge.read.packages
  const versions = nugetVersions(projectId, name)
  const archives = filesOf(versions.map(({ id }) => id)).filter((file) => file.name.endsWith(ARCHIVE))
  const newest = new Map(archives.map((file) => [file.packageId, file.name]))
  return versions.map((version) => ({ ...version, projectId, fileName: newest.get(version.id) }))
}

/** The versions in several projects: each once, that of the first project; in NuGet's order. */
const versionsAmong = (forge: Forge, projectIds: ReadonlyArray<number>, name: string): ReadonlyArray<NugetVersion> => {
  const found = new Map<string, NugetVersion>()
  for (const version of projectIds.flatMap((id) => versionsIn(forge, id, name))) {
    const key = normalisedNugetVersion(version.version)
    if (!found.has(key)) found.set(key, version)
  }
  return [...found.values()].sort((a, b) => compareNugetVersions(a.version, b.version))
}

/** The versions of a NuGet package, by case-insensitive name, the lowest first. Rejections: as `projectsToRead`; `NotFound` (Package). */
export const listNugetVersions: Query<RequestedPackage, ReadonlyArray<NugetVersion>> = (
  forge,
  { principal },
  input,
) => {
  const projects = projectsToRead(forge, principal, input, { type: 'nuget', name: input.name })
  if (E.isLeft(projects)) return projects
  const ids = projects.right.map(({ id }) => id)
  const versions = versionsAmong(forge, ids, input.name)
  return versions.length === 0 ? refuse(notFound('Package')) : E.right(versions)
}

/** One version of a NuGet package, in any of its spellings. */
export type NugetVersionRef = RequestedPackage & { readonly version: string }

/** The version by its normalised number. Rejections: as `listNugetVersions`. */
export const findNugetVersion: Query<NugetVersionRef, NugetVersion> = (forge, caller, input) => {
  const versions = listNugetVersions(forge, caller, input)
  if (E.isLeft(versions)) return versions
  const wanted = normalisedNugetVersion(input.version)
  const found = versions.right.find(({ version }) => normalisedNugetVersion(version) === wanted)
  return E.fromNullable(notFound('Package'))(found)
}

/** The newest file of that name of a version, case-insensitively. Rejections: as `listNugetVersions`; `NotFound`. */
export const findNugetFile: Query<NugetVersionRef & { readonly fileName: string }, PackageFileRow> = (
  forge,
  caller,
  input,
) => {
  const version = findNugetVersion(forge, caller, input)
  if (E.isLeft(version)) return version
  const wanted = input.fileName.toLowerCase()
  const file = forge.read.packages.filesOf([version.right.id]).findLast(({ name }) => name.toLowerCase() === wanted)
  return E.fromNullable(notFound())(file)
}

/** A search for NuGet packages, and the requested part of its results. */
export type SearchNuget = RegistryScope & NugetSearch & { readonly skip: number; readonly take: number }

/** The results of a search. */
export interface NugetFinds {
  /** The total number of matching packages. */
  readonly total: number
  /** The versions of each package, the lowest first. */
  readonly packages: ReadonlyArray<ReadonlyArray<NugetVersion>>
}

/** Packages whose names contain a text, by name. Rejections: as `projectsToRead`. */
export const searchNuget: Query<SearchNuget, NugetFinds> = (forge, { principal }, input) => {
  const projects = projectsToRead(forge, principal, input, { type: 'nuget' })
  if (E.isLeft(projects)) return projects
  const ids = projects.right.map(({ id }) => id)
  const names = forge.read.packages.nugetNames(ids, input)
  const wanted = names.slice(input.skip, input.skip + input.take)
  return E.right({ total: names.length, packages: wanted.map((name) => versionsAmong(forge, ids, name)) })
}
