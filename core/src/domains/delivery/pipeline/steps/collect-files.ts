import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/index.js'
import { bytesOf, utf8 } from '../../../../app/bytes.js'
import type { Forge } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import { isObjectId } from '../../../../ports/git.js'
import { projectFor } from '../../../projects/project/access.js'
import type { FileSource, ForeignFile } from '../ci/file-source.js'
import type { BridgeTrigger, CiFileCopy } from '../events.js'
import type { PipelineRow } from '../queries.js'
import { fileOfCommit, MAX_FILE_BYTES, TOO_LARGE } from './find-ci-files.js'
import type { NewPipeline } from './plan-pipeline.js'

/** A child pipeline that is about to begin. */
export interface ChildPipeline {
  readonly trigger: Pick<BridgeTrigger, 'files' | 'include'>
  readonly upstream: Pick<PipelineRow, 'id' | 'projectId' | 'sha' | 'sourceSha'>
  /** Files of other projects are read in this name. */
  readonly principal: SignedIn
}

/** The bytes of a file, or why there are none. */
type Found = Uint8Array | string

const YAML = /\.ya?ml$/i
const TEMPLATE = /^(.+)\.gitlab-ci\.yml$/s
/** Files are taken only from smaller archives, in bytes. */
const LARGEST_ARCHIVE = 5 * 1024 * 1024
/** The files of a pipeline together, in bytes. */
const MOST_BYTES = 3 * MAX_FILE_BYTES

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

const ofCommit = async (forge: Forge, { upstream }: ChildPipeline, path: string): Promise<Found> => {
  const sha = upstream.sourceSha ?? upstream.sha
  const file = isObjectId(sha) ? await fileOfCommit(forge, upstream.projectId, sha, path) : undefined
  return file ?? `Local file \`${path}\` does not exist!`
}

type Of<From extends ForeignFile['from']> = Extract<ForeignFile, { readonly from: From }>

const ofProject = async (forge: Forge, { principal }: ChildPipeline, wanted: Of<'project'>): Promise<Found> => {
  const { project: path, ref } = wanted
  const access = path.includes('/') ? projectFor(forge, principal, path, 'download_code') : refuse(notFound())
  if (E.isLeft(access))
    return `Project \`${path}\` not found or access denied! Make sure any includes in the pipeline configuration are correctly defined.`
  const { id, defaultBranch } = access.right.project
  const sha = await forge.git.of(id).resolve(ref ?? defaultBranch ?? '')
  if (sha === undefined) return `Project \`${path}\` reference \`${ref ?? 'HEAD'}\` does not exist!`
  return (
    (await fileOfCommit(forge, id, sha, wanted.path)) ?? `Project \`${path}\` file \`${wanted.path}\` does not exist!`
  )
}

const ofArtifact = async (forge: Forge, { upstream }: ChildPipeline, wanted: Of<'artifact'>): Promise<Found> => {
  const job = forge.read.pipelines.jobs(upstream.id, false).find(({ name }) => name === wanted.job)
  const archive = job === undefined ? undefined : forge.ciFileSources.archive(job)
  if (archive === undefined) return `Job \`${wanted.job}\` not found in parent pipeline or does not have artifacts!`
  if (archive.size > LARGEST_ARCHIVE) return `Artifacts archive for job \`${wanted.job}\` is too large: max 5 MB`
  const entry = await archive.file(wanted.path)
  if (entry === undefined)
    return `Path \`${wanted.path}\` does not exist inside the \`${wanted.job}\` artifacts archive!`
  if (entry.size > MAX_FILE_BYTES) return TOO_LARGE
  try {
    return await bytesOf(entry.content, entry.size)
  } catch {
    return `Path \`${wanted.path}\` cannot be read from the \`${wanted.job}\` artifacts archive!`
  }
}

const ofTemplate = (forge: Forge, { name }: Of<'template'>): Found => {
  const [, key] = TEMPLATE.exec(name) ?? []
  if (key === undefined) return `Template file \`${name}\` is not a valid location!`
  const text = forge.ciFileSources.template(key)
  return text === undefined ? `Included file \`${name}\` is empty or does not exist!` : bytesIn(text)
}

/** Bridges start their pipelines one after the other, and a host that answers late would hold up those of everybody. */
const ofAddress = ({ url }: Of<'remote'>): Found => `Remote file \`${url}\` is not fetched`

const nameOf = (source: FileSource): string => {
  if (typeof source === 'string') return source
  if (source.from === 'template') return source.name
  return source.from === 'remote' ? source.url : source.path
}

const foundAt = (forge: Forge, child: ChildPipeline, source: FileSource): Promise<Found> | Found => {
  if (typeof source === 'string') return ofCommit(forge, child, source)
  switch (source.from) {
    case 'project':
      return ofProject(forge, child, source)
    case 'artifact':
      return ofArtifact(forge, child, source)
    case 'template':
      return ofTemplate(forge, source)
    case 'remote':
      return ofAddress(source)
  }
}

const found = async (forge: Forge, child: ChildPipeline, source: FileSource): Promise<Found> => {
  const name = nameOf(source)
  if (!YAML.test(name)) return `Included file \`${name}\` does not have YAML extension!`
  const file = await foundAt(forge, child, source)
  return typeof file === 'object' && file.length === 0 ? `Included file \`${name}\` is empty or does not exist!` : file
}

const NOTHING = '`include` names no file: its subkeys are `local`, `project`, `remote`, `template` and `artifact`'

async function* wholly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const copied = async ({ blobs }: Forge, files: ReadonlyArray<Uint8Array>): Promise<ReadonlyArray<CiFileCopy>> => {
  const copies: Array<CiFileCopy> = []
  for (const file of files) {
    const written = await blobs.put(wholly(file))
    if (written.kind === 'Stored') copies.push({ sha256: written.digest.sha256, size: file.length })
  }
  return copies
}

/**
 * The CI files of a child pipeline (docs/reference/behaviour/delivery.md#downstream-pipelines), and what it records of them: their paths, or,
 * where one of them is from elsewhere, copies, because its jobs are read again when runners take them. Where one cannot be had, `yaml` says why.
 */
export const collectFiles = async (
  forge: Forge,
  child: ChildPipeline,
): Promise<Required<Pick<NewPipeline, 'yaml'>> & Pick<NewPipeline, 'files' | 'copies'>> => {
  const { files, include } = child.trigger
  const yaml: Array<Uint8Array> = []
  let bytes = 0
  for (const source of include ?? files) {
    const file = await found(forge, child, source)
    if (typeof file === 'string') return { yaml: file }
    yaml.push(file)
    bytes += file.length
    if (bytes > MOST_BYTES) return { yaml: 'The CI files are too large' }
  }
  if (yaml.length === 0) return { yaml: NOTHING }
  return include === undefined ? { yaml, files } : { yaml, copies: await copied(forge, yaml) }
}
