import { type OpenedRepository, openRepository, recordDownload } from '@forgefold/core/domains/projects/repository'
import { notFound, type Rejection } from '@forgefold/core/kernel'
import { type BlobHandle, type Cancellation, isObjectId, type TreeEntry } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  ok,
  optional,
  type Route,
  reject,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { arrayOf } from '../../shape.js'
import { bytesOf, download } from './blob-content.js'
import { keysetPage, keysetPaging } from './keyset-paging.js'
import { repositoryRoute } from './repository-route.js'
import { blobShape, treeEntryShape } from './shape.js'

const area = 'Repositories'
const BASE = '/projects/:id/repository'

/** The entries in listing order, found in one walk through the very many that there may be. */
const foldersFirst = (found: ReadonlyArray<TreeEntry>): ReadonlyArray<TreeEntry> => {
  const of: Readonly<Record<TreeEntry['kind'], Array<TreeEntry>>> = { tree: [], blob: [], commit: [] }
  for (const entry of found) of[entry.kind].push(entry)
  return [...of.tree, ...of.blob, ...of.commit]
}

/** The most entries of a tree listing: a few bytes can describe an endless tree. */
const MAX_ENTRIES = 100_000

const tree = repositoryRoute({
  path: `${BASE}/tree`,
  area,
  summary: 'List files and folders',
  params: {
    path: optional(string(), 'The folder; default: the root'),
    ref: optional(string(), 'A branch, a tag or a commit; default: the default branch'),
    recursive: optional(boolean(), 'With all that is below'),
    ...keysetPaging,
  },
  success: { status: 200, description: 'The entries: folders, then files', schemaFor: arrayOf(treeEntryShape) },
  answer: async ({ git, readAt }, params, context) => {
    const read = await readAt(params.ref, (commit) =>
      git.tree(commit, params.path ?? '', params.recursive === true, MAX_ENTRIES),
    )
    if (read === undefined) return reject(notFound('Tree'))
    // A missing folder has no entries (docs/reference/behaviour/git.md#folders).
    const sorted = foldersFirst(read.found ?? [])
    const present = async (page: ReadonlyArray<TreeEntry>) =>
      page.map(({ id, name, kind, path, mode }) => ({ id, name, type: kind, path, mode }))
    return keysetPage(context, params, { all: sorted, nameOf: ({ path }) => path, prefix: '', present })
  },
})

const findBlob = async (
  { forge, principal }: Context,
  params: { readonly id: string; readonly sha: string },
): Promise<E.Either<Rejection, Omit<BlobHandle, 'path' | 'mode'>>> => {
  const opened = await openRepository(forge, { principal }, params.id)
  if (E.isLeft(opened)) return opened
  const blob = isObjectId(params.sha) ? await opened.right.git.blob(params.sha) : undefined
  return E.fromNullable(notFound('Blob'))(blob)
}

const blobSha = required(revision, 'The id of the blob')

const blob = route({
  method: 'GET',
  path: `${BASE}/blobs/:sha`,
  area,
  summary: 'Read a blob by its id',
  caller: 'anyone',
  scopes: ['read_repository'],
  params: { id: projectId, sha: blobSha },
  success: { status: 200, description: 'The blob', schemaFor: blobShape },
  handler: async (context, params) => {
    const found = await findBlob(context, params)
    if (E.isLeft(found)) return found
    const bytes = await bytesOf(found.right)
    if (E.isLeft(bytes)) return bytes
    const content = bytes.right.toString('base64')
    return ok({ size: found.right.size, encoding: 'base64', content, sha: found.right.id })
  },
})

const rawBlob = route({
  method: 'GET',
  path: `${BASE}/blobs/:sha/raw`,
  area,
  summary: 'Read the bytes of a blob by its id',
  caller: 'anyone',
  scopes: ['read_repository'],
  params: { id: projectId, sha: blobSha },
  success: { status: 200, description: 'The bytes', mediaType: 'application/octet-stream' },
  handler: async (context, params) => {
    const found = await findBlob(context, params)
    if (E.isLeft(found)) return found
    return download(
      'application/octet-stream',
      found.right.id,
      found.right.content(context.request.signal),
      found.right.size,
    )
  },
})

const FORMATS = {
  '': ['tar.gz', 'application/gzip'],
  '.tar.gz': ['tar.gz', 'application/gzip'],
  '.tgz': ['tar.gz', 'application/gzip'],
  '.tar': ['tar', 'application/x-tar'],
  '.tar.bz2': ['tar.bz2', 'application/x-bzip2'],
  '.tbz': ['tar.bz2', 'application/x-bzip2'],
  '.tbz2': ['tar.bz2', 'application/x-bzip2'],
  '.tb2': ['tar.bz2', 'application/x-bzip2'],
  '.bz2': ['tar.bz2', 'application/x-bzip2'],
  '.zip': ['zip', 'application/zip'],
} as const

/** The content of an archive. */
interface Archived {
  readonly commit: Parameters<OpenedRepository['git']['archive']>[0]
  readonly ref: string
  /** Undefined: everything. */
  readonly path: string | undefined
}

const archiveOf = (
  { git, project }: OpenedRepository,
  { commit, ref, path }: Archived,
  ending: keyof typeof FORMATS,
  signal: Cancellation,
) => {
  const [format, type] = FORMATS[ending]
  const parts = [project.path, ref, commit, ...(path === undefined ? [] : [path])]
  const name = parts.join('-').replaceAll('/', '-')
  return download(type, `${name}.${format}`, git.archive(commit, format, `${name}/`, signal, path))
}

/** The path without empty segments; undefined for the root. */
const archivedPath = (path = ''): string | undefined => path.split('/').filter(Boolean).join('/') || undefined

const hasPath = async ({ git }: OpenedRepository, commit: Archived['commit'], path: string): Promise<boolean> =>
  (await git.file(commit, path)) !== undefined || (await git.tree(commit, path, false, 1)) !== undefined

const archive = (ending: keyof typeof FORMATS): Route =>
  repositoryRoute({
    path: `${BASE}/archive${ending}`,
    area,
    summary: `Download the files of a commit as ${FORMATS[ending][0]}`,
    scopes: ['read_repository'],
    params: {
      sha: optional(revision, 'A branch, a tag or a commit; default: the default branch'),
      path: optional(string(), 'Only this file or folder'),
    },
    success: { status: 200, description: 'The archive', mediaType: FORMATS[ending][1] },
    answer: async (opened, params, context) => {
      const commit = await opened.commitAt(params.sha)
      if (!context.forge.git.archiveFormats.has(FORMATS[ending][0])) return reject(notFound('File'))
      const path = archivedPath(params.path)
      if (commit === undefined || (path !== undefined && !(await hasPath(opened, commit, path))))
        return reject(notFound('File'))
      const { id, visibility, defaultBranch } = opened.project
      const ref = params.sha ?? defaultBranch ?? 'HEAD'
      const download = { projectId: id, isPublic: visibility === 'public' }
      const noted = await recordDownload(context.forge, callerOf(context), download)
      return E.isLeft(noted) ? noted : archiveOf(opened, { commit, ref, path }, ending, context.request.signal)
    },
  })

const archives = (Object.keys(FORMATS) as ReadonlyArray<keyof typeof FORMATS>).map(archive)

/** Folders, blobs and archives of a repository. */
export const treeRoutes: ReadonlyArray<Route> = [tree, blob, rawBlob, ...archives]
