import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import { textOf } from '../../../../app/long-text.js'
import { notFound, type Rejection, refuse, tooLarge, unauthenticated, unprocessable } from '../../../../kernel/index.js'
import type { Cancellation } from '../../../../ports/cancellation.js'
import type { BlobHandle, ObjectId } from '../../../../ports/git.js'
import type { ProjectRef } from '../../../projects/project/access.js'
import { branchRef, tagRef } from '../../../projects/repository/refs.js'
import { registryFor, requiresAuthentication } from '../access.js'
import type { InstallableVersion, PackageFileRow } from '../queries.js'
import { MAX_FILE_BYTES } from '../size-limit.js'
import type { MetadataDocument } from '../steps/keep-metadata.js'
import { projectsToRead, type RegistryScope } from '../steps/registry-scope.js'
import { authorizePublication } from './authorize-publication.js'
import type { NamedPackage, RequestedPackage } from './fetch.js'
import { publishFile } from './publish.js'

/** The tag or branch that becomes a version of a Composer package. */
export interface PublishComposer {
  readonly project: ProjectRef
  readonly from: { readonly tag: string } | { readonly branch: string }
  /** Cancelled when the client is gone. */
  readonly signal: Cancellation
}

/** A branch with a numeric name stands for its development version: `1.2` is `1.2.x-dev`. */
const NUMBERED = /^v?(\d{1,9}(?:\.\d{1,9}){0,3})(?:\.x)?$/i

const versionOfTag = (tag: string): string => (tag.startsWith('v') ? tag.slice(1) : tag)

const versionOfBranch = (branch: string): string => {
  const numbers = NUMBERED.exec(branch)?.[1]
  return numbers === undefined ? `dev-${branch}` : `${numbers}.x-dev`
}

const MANIFEST = 'composer.json'
const MAX_MANIFEST_BYTES = 1024 * 1024

/** The deepest manifest: what is written as JSON again recurses. */
const DEEPEST = 100

/** Whether brackets outside of strings are nested too deep, in a text that may be no JSON. */
const nestsTooDeep = (text: string): boolean => {
  let depth = 0
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs))
    if (part === '[' || part === '{') {
      if (++depth > DEEPEST) return true
    } else if (part === ']' || part === '}') depth--
  return false
}

const readManifest = async (file: BlobHandle | undefined): Promise<E.Either<Rejection, MetadataDocument>> => {
  if (file === undefined) return refuse(unprocessable(`The file ${MANIFEST} was not found`))
  if (file.size > MAX_MANIFEST_BYTES) return refuse(tooLarge)
  const broken = unprocessable(`The file ${MANIFEST} could not be parsed`)
  try {
    const text = await textOf(file.content())
    if (nestsTooDeep(text)) return refuse(broken)
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? E.right(read as MetadataDocument)
      : refuse(broken)
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(broken)
    throw error
  }
}

/** A tag or branch with its commit and its `composer.json`. */
interface Source {
  readonly commit: ObjectId
  readonly version: string
  readonly manifest: MetadataDocument
  readonly name: string
}

const sourceOf = async (
  forge: Forge,
  projectId: number,
  from: PublishComposer['from'],
): Promise<E.Either<Rejection, Source>> => {
  const [noun, ref, version] =
    'tag' in from
      ? ['Tag', tagRef(from.tag), versionOfTag(from.tag)]
      : ['Branch', branchRef(from.branch), versionOfBranch(from.branch)]
  if (!(await forge.git.exists(projectId))) return refuse(notFound(noun))
  const git = forge.git.of(projectId)
  const commit = await git.resolve(ref)
  if (commit === undefined) return refuse(notFound(noun))
  const manifest = await readManifest(await git.file(commit, MANIFEST))
  if (E.isLeft(manifest)) return manifest
  const name = manifest.right['name']
  return typeof name === 'string'
    ? E.right({ commit, version, manifest: manifest.right, name })
    : refuse(unprocessable(`The file ${MANIFEST} has no name`))
}

const fileNameOf = ({ name, commit }: { readonly name: string; readonly commit: string }): string =>
  `${name.replaceAll('/', '-')}-${commit}.zip`

/**
 * Publishes a tag or a branch as a version of a Composer package: its files become an archive that does not change. Publishing it again adds a
 * newer archive, which replaces the former (docs/reference/behaviour/packages.md#composer).
 *
 * Rejections: `Unauthenticated`; `NotFound` (Project, Tag, Branch); `Forbidden`; `Unprocessable` where `composer.json` is missing or
 * malformed; `Invalid`; `TooLarge`; `Conflict`; `Unavailable`.
 */
export const publishComposer: UseCase<PublishComposer, PackageFileRow> = async (forge, caller: Caller, input) => {
  const found = registryFor(forge, caller.principal, input.project, 'create_package')
  if (E.isLeft(found)) return found
  const { project } = found.right
  const source = await sourceOf(forge, project.id, input.from)
  if (E.isLeft(source)) return source
  const { commit, version, manifest, name } = source.right
  const fileName = fileNameOf(source.right)
  const authorized = authorizePublication(forge, caller, {
    project: project.id,
    type: 'composer',
    name,
    version,
    fileName,
  })
  if (E.isLeft(authorized)) return authorized
  const folder = fileName.slice(0, -'.zip'.length)
  const archive = forge.git.of(project.id).archive(commit, 'zip', `${folder}/`, input.signal)
  const written = await forge.packageFiles.put(archive, MAX_FILE_BYTES.composer)
  if (written.kind === 'TooLarge') return refuse(tooLarge)
  return publishFile(forge, caller, {
    authorized: authorized.right,
    file: { name: fileName, digest: written.digest },
    document: { target_sha: commit, composer_json: manifest },
    documentIsOfFile: true,
  })
}

/** A version of a Composer package, with its project and its newest archive. */
export interface ComposerVersion {
  readonly version: InstallableVersion
  readonly project: { readonly id: number; readonly fullPath: string }
  readonly file: PackageFileRow
}

/** The installable versions of a Composer package. Rejections: as `projectsToRead`. */
export const listComposerVersions: Query<RequestedPackage, ReadonlyArray<ComposerVersion>> = (
  forge,
  { principal },
  input,
) => {
  const projects = projectsToRead(forge, principal, input, { type: 'composer', name: input.name })
  if (E.isLeft(projects)) return projects
  const found: Array<ComposerVersion> = []
  for (const project of projects.right) {
    const versions = forge.read.packages.versionsNamed(project.id, 'composer', input.name)
    const files = new Map(forge.read.packages.filesOf(versions.map(({ id }) => id)).map((one) => [one.packageId, one]))
    for (const version of versions) {
      const file = files.get(version.id)
      if (file !== undefined) found.push({ version, project, file })
    }
  }
  return E.right(found)
}

/** Authorises requests for Composer packages. Rejections: as `projectsToRead`. */
export const authorizeComposer: Query<RegistryScope, void> = (forge, { principal }, place) => {
  const projects = projectsToRead(forge, principal, place, { type: 'composer' })
  return E.isLeft(projects) ? projects : E.right(undefined)
}

/** The archive of a Composer package for a commit. Rejections: `Unauthenticated`; `NotFound` (Project), or without a noun; `Forbidden`. */
export const findComposerArchive: Query<NamedPackage & { readonly commit: string }, PackageFileRow> = (
  forge,
  { principal },
  { project: ref, name, commit },
) => {
  if (requiresAuthentication(forge, 'composer', principal)) return refuse(unauthenticated)
  const access = registryFor(forge, principal, ref, 'read_package')
  if (E.isLeft(access)) return access
  const { id } = access.right.project
  const fileName = fileNameOf({ name, commit })
  for (const version of forge.read.packages.versionsNamed(id, 'composer', name)) {
    const file = forge.read.packages.fileNamed(version.id, fileName)
    if (file !== undefined) return E.right(file)
  }
  return refuse(notFound())
}
