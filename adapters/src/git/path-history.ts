import { isObjectId, type LogQuery, type ObjectId } from '@forgefold/core/ports'
import { decodeCommit } from '../git-objects/commit.js'
import { entryNamed, type RawEntry, rawNameOf } from '../git-objects/tree.js'
import { entryAt, partsOf } from '../git-objects/walk-path.js'
import type { RepositoryContext } from './repository-context.js'

/** Commits examined in one batch: it grows with depth; beyond the last size git itself is faster. */
const BATCHES = [1, 3, 8, 16, 32]

interface Version {
  readonly commit: ObjectId
  readonly parents: ReadonlyArray<ObjectId>
  /** The entry at the path. */
  readonly entry: RawEntry | undefined
}

const isSame = (a: RawEntry | undefined, b: RawEntry | undefined): boolean => a?.id === b?.id && a?.mode === b?.mode

/** The version at a path in a commit; undefined if the expression names no commit. */
const versionAt = async (
  { reader }: RepositoryContext,
  commit: string,
  parts: ReadonlyArray<string>,
): Promise<Version | undefined> => {
  const folder = parts.slice(0, -1).join('/')
  const known = isObjectId(commit)
    ? await entryAt({ read: async (id) => reader().kept(id) }, commit, parts.join('/'))
    : undefined
  const [found, tree] = await Promise.all([
    reader().contents(commit),
    known === undefined ? reader().contents(`${commit}:${folder}`) : undefined,
  ])
  if (found?.kind !== 'commit') return undefined
  const read = tree?.kind === 'tree' ? entryNamed(tree.bytes, rawNameOf(parts.at(-1) ?? '')) : undefined
  return { commit: found.id, parents: decodeCommit(found.id, found.bytes).parents, entry: known ?? read }
}

/** A commit and its first parents: by their ids as far as they are known, because what was read of them is kept by these. */
const namesAlong = ({ reader }: RepositoryContext, from: ObjectId, count: number): ReadonlyArray<string> => {
  const names: Array<string> = []
  let at = from
  for (let back = 0; names.length < count; ) {
    names.push(back === 0 ? at : `${at}~${back}`)
    const known = back === 0 ? reader().kept(at) : undefined
    const parent = known?.kind === 'commit' ? decodeCommit(at, known.bytes).parents[0] : undefined
    if (parent === undefined) back++
    else at = parent
  }
  return names
}

/** The first other parent with the same entry; as in git, history follows that parent alone. */
const sameParent = async (
  context: RepositoryContext,
  { parents, entry }: Version,
  parts: ReadonlyArray<string>,
): Promise<ObjectId | undefined> => {
  for (const parent of parents.slice(1)) {
    const version = await versionAt(context, parent, parts)
    if (version !== undefined && isSame(version.entry, entry)) return parent
  }
  return undefined
}

/** The end of a walk along first parents: the commit that changed the path, one to continue at, or the limit. */
const along = async (
  context: RepositoryContext,
  from: ObjectId,
  parts: ReadonlyArray<string>,
  commits: number,
): Promise<{ readonly found: ReadonlyArray<ObjectId> } | { readonly next: ObjectId } | undefined> => {
  const line = await Promise.all(namesAlong(context, from, commits + 1).map((name) => versionAt(context, name, parts)))
  for (let back = 0; back < commits; back++) {
    const version = line[back]
    if (version === undefined) return undefined
    if (version.parents.length === 0) return { found: version.entry === undefined ? [] : [version.commit] }
    const before = line[back + 1]
    if (before === undefined) return undefined
    if (isSame(before.entry, version.entry)) continue
    const next = await sameParent(context, version, parts)
    return next === undefined ? { found: [version.commit] } : { next }
  }
  const last = line[commits]
  return last && { next: last.commit }
}

const ONLY: ReadonlySet<string> = new Set(['from', 'path', 'limit'])
// biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be asked for on a line
const ON_A_LINE = /^[^\u0000-\u001f\u007f]+$/

/**
 * The commit that last changed a path, as `git rev-list --max-count=1 COMMIT -- PATH` finds it, without a process; empty where none did,
 * undefined where the query asks for more or the change lies too deep.
 */
export const lastChange = async (
  context: RepositoryContext,
  query: LogQuery,
): Promise<ReadonlyArray<ObjectId> | undefined> => {
  const { from, path = '', limit } = query
  const [start, ...others] = from === 'all' ? [] : from
  const asksForMore = Object.entries(query).some(([key, value]) => value !== undefined && !ONLY.has(key))
  if (start === undefined || others.length > 0 || limit !== 1 || asksForMore) return undefined
  const parts = partsOf(path)
  // With a trailing slash git matches folders only.
  if (parts.length === 0 || path.endsWith('/') || parts.includes('..') || !ON_A_LINE.test(path)) return undefined
  let at = start
  for (const commits of BATCHES) {
    const step = await along(context, at, parts, commits)
    if (step === undefined) return undefined
    if ('found' in step) return step.found
    at = step.next
  }
  return undefined
}
