import type { Forge } from '@forgefold/core/app'
import {
  documentOf,
  filesOfPackages,
  type InstallableVersion,
  newestOf,
  type PackageFileRow,
  tagsOfPackages,
} from '@forgefold/core/domains/packages/package'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { describeEach } from '../described-versions.js'
import { isRecord, type VersionDocument } from './documents.js'

/** A package, and the URL for downloading its files. */
export interface Described {
  readonly name: string
  /** The URL of the registry as the client wrote it: clients send credentials to URLs below it only. */
  readonly registryUrl: string
}

interface Version {
  readonly row: InstallableVersion
  readonly file: PackageFileRow
}

/** A package with its versions and tags. */
export interface Packument {
  readonly name: string
  readonly tags: Readonly<Record<string, string>>
  readonly versions: ReadonlyMap<string, VersionDocument>
  readonly times: ReadonlyMap<string, string>
}

/** A version whose file was deleted cannot be installed. */
const versionsOf = (forge: Forge, rows: ReadonlyArray<InstallableVersion>): ReadonlyArray<Version> => {
  const ids = rows.map((row) => row.id)
  const files = new Map(filesOfPackages(forge, ids).map((file) => [file.packageId, file]))
  return rows.flatMap((row) => {
    const file = files.get(row.id)
    return file === undefined ? [] : [{ row, file }]
  })
}

const describe = (
  document: VersionDocument,
  { row, file }: Version,
  { name, registryUrl }: Described,
): VersionDocument => {
  const dist = isRecord(document['dist']) ? document['dist'] : {}
  const tarball = `${registryUrl}/${name}/-/${encodeURIComponent(file.name)}`
  return { ...document, name, version: row.version, dist: { ...dist, shasum: file.sha1, tarball } }
}

/** The tags of the installable versions; `latest` falls back to the newest. */
export const tagsOf = (
  forge: Forge,
  versions: ReadonlyArray<{ readonly id: number; readonly version: string }>,
): Readonly<Record<string, string>> => {
  const tags = tagsOfPackages(
    forge,
    versions.map((version) => version.id),
  )
  const pairs = versions.flatMap(({ id, version }) => (tags.get(id) ?? []).map((tag) => [tag.name, version] as const))
  const newest = newestOf(versions.map((version) => version.version))
  return { ...(newest === undefined ? {} : { latest: newest }), ...Object.fromEntries(pairs) }
}

/** What is told of a version: all of its document, or a part of it. */
type Telling = (document: VersionDocument) => VersionDocument

/** Collects the metadata of a package; undefined where no version of it can be installed. Rejections: `TooLarge`. */
export const gatherPackument = async (
  forge: Forge,
  described: Described,
  rows: ReadonlyArray<InstallableVersion>,
  telling: Telling,
): Promise<E.Either<Rejection, Packument | undefined>> => {
  const versions = versionsOf(forge, rows)
  if (versions.length === 0) return E.right(undefined)
  const documents = await describeEach(versions, async (version) =>
    telling(describe(await documentOf(forge, version.row), version, described)),
  )
  if (E.isLeft(documents)) return documents
  return E.right({
    name: described.name,
    tags: tagsOf(
      forge,
      versions.map(({ row }) => row),
    ),
    versions: new Map(versions.map(({ row }, at) => [row.version, documents.right[at] ?? {}])),
    times: new Map(versions.map(({ row }) => [row.version, row.createdAt])),
  })
}

/** Everything, as `npm view` reads it. */
export const everything: Telling = (document) => document

const modifiedAt = (times: Packument['times']): string => [...times.values()].sort().at(-1) ?? ''
const createdAt = (times: Packument['times']): string => [...times.values()].sort()[0] ?? ''

/** The whole document, as `npm view` reads it. */
export const wholePackument = ({ name, tags, versions, times }: Packument) => {
  const latest = versions.get(tags['latest'] ?? '') ?? {}
  const shown = ['description', 'license', 'homepage', 'repository', 'bugs', 'keywords', 'author', 'maintainers']
  return {
    _id: name,
    _rev: `${versions.size}-${modifiedAt(times).replace(/\D/g, '')}`,
    name,
    ...Object.fromEntries(shown.filter((key) => latest[key] !== undefined).map((key) => [key, latest[key]])),
    'dist-tags': tags,
    versions: Object.fromEntries(versions),
    time: { created: createdAt(times), modified: modifiedAt(times), ...Object.fromEntries(times) },
  }
}

/** A version in the abbreviated form for installers. */
const INSTALLING = [
  'name',
  'version',
  'deprecated',
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'bundleDependencies',
  'bundledDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'acceptDependencies',
  'bin',
  'directories',
  'dist',
  'engines',
  'os',
  'cpu',
  'libc',
  'funding',
  '_hasShrinkwrap',
  'hasInstallScript',
]

/** What installers read. */
export const forInstalling: Telling = (document) => {
  const scripts = isRecord(document['scripts']) ? document['scripts'] : {}
  const installs = ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined)
  const kept = INSTALLING.filter((key) => document[key] !== undefined).map((key) => [key, document[key]])
  return { ...Object.fromEntries(kept), ...(installs ? { hasInstallScript: true } : {}) }
}

/** The media type of the abbreviated document. */
export const ABBREVIATED = 'application/vnd.npm.install-v1+json'

/** The short document, of what was gathered for installers. */
export const abbreviatedPackument = ({ name, tags, versions, times }: Packument) => ({
  name,
  modified: modifiedAt(times),
  'dist-tags': tags,
  versions: Object.fromEntries(versions),
})
