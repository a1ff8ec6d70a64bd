import {
  type ChangesQuery,
  DeadlineExceeded,
  type DiffQuery,
  type FileChange,
  type FilePatch,
  type PatchQuery,
  type Repository,
} from '@forgefold/core/ports'
import { PATCH_TEXT, SIMILARITY } from './diff-output.js'
import { batches, NEWLINE, NUL, pieces } from './lines.js'
import { PatchText } from './patch-text.js'
import { RawChanges, shownOrder } from './raw-changes.js'
import type { RepositoryContext } from './repository-context.js'

const PATCH_BYTES = 204_800
/** Patches are produced for at most this many changed files. */
const MAX_CHANGES = 20_000
/** The most changes of a diff. */
const MAX_LISTED_FILES = 100_000

const sides = ({ from, to, paths = [] }: DiffQuery): ReadonlyArray<string> => [from, to, '--', ...paths]

const readChanges = async (context: RepositoryContext, query: ChangesQuery): Promise<ReadonlyArray<FileChange>> => {
  const { limit = Number.POSITIVE_INFINITY } = query
  const raw = new RawChanges()
  for await (const field of pieces(context.diff('records', query), NUL)) {
    raw.take(field)
    if (raw.changes.length >= limit) break
    if (raw.changes.length > MAX_LISTED_FILES) throw new DeadlineExceeded('a diff of too many files')
  }
  const order = await shownOrder(raw.changes)
  return order.slice(0, limit).map((index) => raw.changes[index] as FileChange)
}

const SECTION = Buffer.from('diff --git ')
const D = 0x64
const startsSection = (line: Buffer): boolean =>
  line[0] === D && line.length > 11 && line.subarray(0, 11).equals(SECTION)

/** The patches one after another, in git's order. */
async function* inGitsOrder(
  context: RepositoryContext,
  query: DiffQuery,
  limit: number,
  onChanges: (changes: ReadonlyArray<FileChange>) => Promise<void>,
) {
  const raw = new RawChanges()
  const bytes = context.diff('texts', query)
  let patch: PatchText | undefined
  let index = -1
  for await (const lines of afterRecords(bytes, raw)) {
    if (raw.changes.length >= MAX_CHANGES) break
    if (index < 0 && patch === undefined) await onChanges(raw.changes)
    for (const line of lines) {
      if (!startsSection(line)) patch?.line(line)
      else {
        if (patch !== undefined) yield patch.finish()
        index++
        patch = new PatchText(raw.changes[index] as FileChange, limit)
      }
    }
  }
  if (index < 0) await onChanges(raw.changes)
  if (patch !== undefined) yield patch.finish()
}

/** Splits raw records from the patch lines that follow them. */
async function* afterRecords(bytes: AsyncIterable<Buffer>, raw: RawChanges): AsyncGenerator<ReadonlyArray<Buffer>> {
  async function* text(): AsyncGenerator<Buffer> {
    let rest = Buffer.alloc(0)
    let inRecords = true
    for await (const chunk of bytes) {
      if (!inRecords) {
        yield chunk
        continue
      }
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const end = rest.indexOf(NUL)
        if (end < 0) break
        const field = rest.subarray(0, end)
        rest = rest.subarray(end + 1)
        if (raw.take(field) && raw.changes.length < MAX_CHANGES) continue
        inRecords = false
        yield rest
        break
      }
    }
  }
  yield* batches(text(), NEWLINE)
}

/** The system's limit for the arguments of a program, which paths are: in bytes. */
const MAX_PATH_ARGUMENT_BYTES = 512 * 1024

/** The paths of the first changes, as many as fit. */
const firstOf = (
  changes: ReadonlyArray<FileChange>,
  order: ReadonlyArray<number>,
  count: number,
): ReadonlyArray<string> => {
  const paths = new Set<string>()
  let bytes = 0
  for (const index of order.slice(0, count)) {
    const { oldPath, newPath } = changes[index] as FileChange
    bytes += Buffer.byteLength(oldPath) + Buffer.byteLength(newPath)
    if (bytes > MAX_PATH_ARGUMENT_BYTES) break
    paths.add(oldPath).add(newPath)
  }
  return [...paths]
}

/**
 * Puts patches into the order in which they are shown; what comes too early waits.
 *
 * The list of files comes before the first text: where it is too long, the work is stopped and begun again for those that are wanted.
 */
async function* patches(context: RepositoryContext, query: PatchQuery): AsyncGenerator<FilePatch> {
  const { patchBytes = PATCH_BYTES } = query
  const maxFiles = Math.min(query.maxFiles ?? MAX_CHANGES, MAX_CHANGES - 1)
  if (maxFiles <= 0 || !(await context.present())) return
  let narrowed: ReadonlyArray<string> | undefined
  let order: ReadonlyArray<number> = []
  const waiting = new Map<number, FilePatch>()
  let next = 0
  let arrived = 0
  const source = inGitsOrder(context, query, patchBytes, async (changes) => {
    order = await shownOrder(changes)
    if (changes.length > maxFiles) narrowed = firstOf(changes, order, maxFiles)
  })
  for await (const patch of source) {
    if (narrowed !== undefined) break
    waiting.set(arrived++, patch)
    for (let due = order[next]; due !== undefined; due = order[next]) {
      const ready = waiting.get(due)
      if (ready === undefined) break
      waiting.delete(due)
      next++
      yield ready
    }
  }
  const { from, to } = query
  if (narrowed === undefined) return
  let left = maxFiles
  for await (const patch of patches(context, { from, to, paths: narrowed, patchBytes })) {
    // The last path may have a second change.
    if (left-- === 0) break
    yield patch
  }
}

type DiffMethods = Pick<Repository, 'changes' | 'patches' | 'text'>

/** The differences between two trees. */
export const diffMethods = (context: RepositoryContext): DiffMethods => ({
  changes: async (query) => ((await context.present()) ? readChanges(context, query) : []),
  patches: (query) => patches(context, query),
  text: (query, form) =>
    form === 'diff'
      ? context.stream([
          'diff-tree',
          '-r',
          SIMILARITY,
          '--no-ext-diff',
          '--no-textconv',
          '--no-color',
          ...PATCH_TEXT,
          ...sides(query),
        ])
      : context.stream([
          'format-patch',
          '--stdout',
          '--no-signature',
          SIMILARITY,
          `${query.from}..${query.to}`,
          '--',
          ...(query.paths ?? []),
        ]),
})
