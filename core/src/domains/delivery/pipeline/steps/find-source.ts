import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/index.js'
import { bytesOf, utf8 } from '../../../../app/bytes.js'
import type { Forge } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import { isObjectId } from '../../../../ports/git.js'
import { projectFor } from '../../../projects/project/access.js'
import type { FileSource, ForeignFile } from '../ci/file-source.js'
import { fileOfCommit, MAX_FILE_BYTES, TOO_LARGE } from './find-ci-files.js'

/** Where a file names others. */
export interface IncludingFile {
  readonly projectId: number
  /** Its commit. */
  readonly sha: string
  /** Files of other projects are read in this name; undefined: none are. */
  readonly principal: SignedIn | undefined
  /** The parent pipeline of a child pipeline, whose artifacts have files too. */
  readonly parentId?: number
}

/** A file that another one names. */
export interface FoundFile {
  readonly bytes: Uint8Array
  /** Where the files that it names itself are. */
  readonly at: IncludingFile
}

/** The bytes of a file, or why there are none. */
type Found = FoundFile | string

const YAML = /\.ya?ml$/i
const TEMPLATE = /^(.+)\.gitlab-ci\.yml$/s
/** Files are taken only from smaller archives, in bytes. */
const LARGEST_ARCHIVE = 5 * 1024 * 1024

const bytesIn = (text: string): Uint8Array => {
  const pieces = [...utf8(text)]
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

const readAt = async (forge: Forge, at: IncludingFile, path: string): Promise<Found | undefined> => {
  const file = isObjectId(at.sha) ? await fileOfCommit(forge, at.projectId, at.sha, path) : undefined
  return file === undefined || typeof file === 'string' ? file : { bytes: file, at }
}

const ofCommit = async (forge: Forge, at: IncludingFile, path: string): Promise<Found> =>
  (await readAt(forge, at, path)) ?? `Local file \`${path}\` does not exist!`

type Of<From extends ForeignFile['from']> = Extract<ForeignFile, { readonly from: From }>

const ofProject = async (forge: Forge, { principal }: IncludingFile, wanted: Of<'project'>): Promise<Found> => {
  const { project: path, ref } = wanted
  const isPath = path.includes('/') && principal !== undefined
  const access = isPath ? projectFor(forge, principal, path, 'download_code') : refuse(notFound())
  if (E.isLeft(access))
    return `Project \`${path}\` not found or access denied! Make sure any includes in the pipeline configuration are correctly defined.`
  const { id, defaultBranch } = access.right.project
  const sha = await forge.git.of(id).resolve(ref ?? defaultBranch ?? '')
  if (sha === undefined) return `Project \`${path}\` reference \`${ref ?? 'HEAD'}\` does not exist!`
  return (
    (await readAt(forge, { projectId: id, sha, principal }, wanted.path)) ??
    `Project \`${path}\` file \`${wanted.path}\` does not exist!`
  )
}

const ofArtifact = async (forge: Forge, at: IncludingFile, wanted: Of<'artifact'>): Promise<Found> => {
  const { parentId } = at
  const jobs = parentId === undefined ? [] : forge.read.pipelines.jobs(parentId, false)
  const job = jobs.find(({ name }) => name === wanted.job)
  const archive = job === undefined ? undefined : forge.ciFileSources.archive(job)
  if (archive === undefined) return `Job \`${wanted.job}\` not found in parent pipeline or does not have artifacts!`
  if (archive.size > LARGEST_ARCHIVE) return `Artifacts archive for job \`${wanted.job}\` is too large: max 5 MB`
  const entry = await archive.file(wanted.path)
  if (entry === undefined)
    return `Path \`${wanted.path}\` does not exist inside the \`${wanted.job}\` artifacts archive!`
  if (entry.size > MAX_FILE_BYTES) return TOO_LARGE
  try {
    return { bytes: await bytesOf(entry.content, entry.size), at }
  } catch {
    return `Path \`${wanted.path}\` cannot be read from the \`${wanted.job}\` artifacts archive!`
  }
}

const ofTemplate = (forge: Forge, at: IncludingFile, { name }: Of<'template'>): Found => {
  const [, key] = TEMPLATE.exec(name) ?? []
  if (key === undefined) return `Template file \`${name}\` is not a valid location!`
  const text = forge.ciFileSources.template(key)
  return text === undefined ? `Included file \`${name}\` is empty or does not exist!` : { bytes: bytesIn(text), at }
}

/** Pipelines start one after the other, and a host that answers late would hold up those of everybody. */
const ofAddress = ({ url }: Of<'remote'>): Found => `Remote file \`${url}\` is not fetched`

const nameOf = (source: FileSource): string => {
  if (typeof source === 'string') return source
  if (source.from === 'template') return source.name
  return source.from === 'remote' ? source.url : source.path
}

const foundAt = (forge: Forge, at: IncludingFile, source: FileSource): Promise<Found> | Found => {
  if (typeof source === 'string') return ofCommit(forge, at, source)
  switch (source.from) {
    case 'project':
      return ofProject(forge, at, source)
    case 'artifact':
      return ofArtifact(forge, at, source)
    case 'template':
      return ofTemplate(forge, at, source)
    case 'remote':
      return ofAddress(source)
  }
}

/** The file that a CI file names; a sentence: why there is none. */
export const findSource = async (forge: Forge, at: IncludingFile, source: FileSource): Promise<Found> => {
  const name = nameOf(source)
  if (!YAML.test(name)) return `Included file \`${name}\` does not have YAML extension!`
  const file = await foundAt(forge, at, source)
  return typeof file === 'object' && file.bytes.length === 0
    ? `Included file \`${name}\` is empty or does not exist!`
    : file
}
