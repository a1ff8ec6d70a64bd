import type { BlobHandle, Cancellation, ObjectId, Repository, TreeEntry } from '@forgefold/core/ports'
import { forEachInTurns } from '../git-objects/in-turns.js'
import { decodeText } from '../git-objects/object-text.js'
import { entriesOf, nameOfRaw, placed, TREE_MODE } from '../git-objects/tree.js'
import { partsOf } from '../git-objects/walk-path.js'
import { blameMethod } from './blame.js'
import { grepMethod } from './grep.js'
import { NUL, pieces } from './lines.js'
import type { ObjectInfo } from './object-reader.js'
import { entryAtPath, infoAtPath } from './path-lookup.js'
import type { RepositoryContext } from './repository-context.js'

/** Blobs larger than this are streamed by a process of their own; smaller ones are read by the shared process. */
const STREAM_FROM = 1024 * 1024

async function* content(
  context: RepositoryContext,
  id: ObjectId,
  size: number,
  signal: Cancellation | undefined,
): AsyncGenerator<Uint8Array> {
  if (size >= STREAM_FROM) {
    yield* context.stream(['cat-file', 'blob', id], signal === undefined ? {} : { signal })
    return
  }
  const object = await context.reader().contents(id)
  if (object !== undefined && object.bytes.length > 0) yield object.bytes
}

const blobFrom = (
  context: RepositoryContext,
  { id, kind, size }: ObjectInfo,
): Omit<BlobHandle, 'path' | 'mode'> | undefined =>
  kind === 'blob' ? { id, size, content: (signal) => content(context, id, size, signal) } : undefined

const blobOf = async (
  context: RepositoryContext,
  id: ObjectId,
): Promise<Omit<BlobHandle, 'path' | 'mode'> | undefined> => {
  const info = await context.reader().info(id)
  return info === undefined ? undefined : blobFrom(context, info)
}

const LISTED = /^(\d{6}) (tree|blob|commit) ([0-9a-f]{40})\t([\s\S]*)$/

const listAll = async (
  context: RepositoryContext,
  tree: ObjectId,
  folder: string,
  limit: number,
): Promise<ReadonlyArray<TreeEntry>> => {
  const entries: Array<TreeEntry> = []
  for await (const record of pieces(context.stream(['ls-tree', '-r', '-t', '-z', '--full-tree', tree]), NUL)) {
    const [, mode = '', , id = '', rawPath = ''] = LISTED.exec(record.toString('latin1')) ?? []
    const slash = rawPath.lastIndexOf('/')
    const inside = slash < 0 ? '' : nameOfRaw(rawPath.slice(0, slash))
    const where = [folder, inside].filter(Boolean).join('/')
    entries.push(placed({ mode, rawName: rawPath.slice(slash + 1), id: id as ObjectId }, where))
    if (entries.length >= limit) break
  }
  return entries
}

const SIZED = /^100\d{3} blob [0-9a-f]{40} +(\d+)\t([\s\S]*)$/

async function* fileSizes(
  context: RepositoryContext,
  commit: ObjectId,
): AsyncGenerator<{ readonly path: string; readonly size: number }> {
  if (!(await context.present())) return
  for await (const record of pieces(context.stream(['ls-tree', '-r', '-l', '-z', '--full-tree', commit]), NUL)) {
    const [, size, path] = SIZED.exec(decodeText(record)) ?? []
    if (size !== undefined && path !== undefined) yield { path, size: Number(size) }
  }
}

const listOne = async (bytes: Uint8Array, folder: string, limit: number): Promise<ReadonlyArray<TreeEntry>> => {
  const entries: Array<TreeEntry> = []
  await forEachInTurns(entriesOf(bytes, limit), (raw) => entries.push(placed(raw, folder)))
  return entries
}

/** Loose objects and packs; what git counts as garbage is left out. */
const kilobytesIn = (counted: string): number => {
  let sum = 0
  for (const [, kilobytes] of counted.matchAll(/^size(?:-pack)?: (\d+)$/gm)) sum += Number(kilobytes)
  return sum
}

type FileMethods = Pick<Repository, 'tree' | 'file' | 'blob' | 'blame' | 'grep' | 'fileSizes' | 'size' | 'archive'>

/** Reads files, trees and sizes of commits. */
export const fileMethods = (context: RepositoryContext): FileMethods => ({
  tree: async (commit, path, recursive, limit = Number.POSITIVE_INFINITY) => {
    if (!(await context.present())) return undefined
    const entry = await entryAtPath(context, commit, path)
    if (entry?.mode !== TREE_MODE) return undefined
    const folder = partsOf(path).join('/')
    if (recursive) return listAll(context, entry.id, folder, limit)
    const object = await context.objects.read(entry.id)
    return object === undefined ? undefined : listOne(object.bytes, folder, limit)
  },
  file: async (commit, path) => {
    if (!(await context.present())) return undefined
    const [entry, info] = await Promise.all([entryAtPath(context, commit, path), infoAtPath(context, commit, path)])
    if (entry === undefined) return undefined
    const blob = info?.id === entry.id ? blobFrom(context, info) : await blobOf(context, entry.id)
    return blob === undefined ? undefined : { ...blob, path: partsOf(path).join('/'), mode: entry.mode }
  },
  blame: blameMethod(context),
  grep: grepMethod(context),
  fileSizes: (commit) => fileSizes(context, commit),
  blob: async (id) => ((await context.present()) ? blobOf(context, id) : undefined),
  size: async () => {
    if (!(await context.present())) return 0
    const { output } = await context.run(['count-objects', '-v'])
    return kilobytesIn(output.toString('latin1')) * 1024
  },
  archive: (commit, format, prefix, signal, path) =>
    context.streamOnRefs(
      ['archive', `--format=${format}`, `--prefix=${prefix}`, commit, ...(path === undefined ? [] : ['--', path])],
      { signal },
    ),
})
