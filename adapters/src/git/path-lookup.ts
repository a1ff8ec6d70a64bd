import type { ObjectId } from '@forgefold/core/ports'
import { entryNamed, type RawEntry, rawNameOf } from '../git-objects/tree.js'
import { entryAt, partsOf } from '../git-objects/walk-path.js'
import type { ObjectInfo } from './object-reader.js'
import type { RepositoryContext } from './repository-context.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be asked for on a line
const ON_A_LINE = /^[^\u0000-\u001f\u007f]{1,4096}$/

/** A path as an expression of `git cat-file --batch-command`; undefined for the root and for paths that cannot be sent on one line. */
const askable = (path: string): ReadonlyArray<string> | undefined => {
  const parts = partsOf(path)
  return parts.length === 0 || parts.includes('..') || !ON_A_LINE.test(path) ? undefined : parts
}

/** The entry at a path of a commit or tree: from the cache if every tree on the way is in it, else with a single query. */
export const entryAtPath = async (
  context: RepositoryContext,
  root: ObjectId,
  path: string,
): Promise<RawEntry | undefined> => {
  const known = await entryAt({ read: async (id) => context.reader().kept(id) }, root, path)
  if (known !== undefined) return known
  const parts = askable(path)
  const folder = parts && (await context.reader().contents(`${root}:${parts.slice(0, -1).join('/')}`))
  const found = folder?.kind === 'tree' ? entryNamed(folder.bytes, rawNameOf(parts?.at(-1) ?? '')) : undefined
  // A miss does not prove absence.
  return found ?? entryAt(context.objects, root, path)
}

/** The object at a path, resolved and read in one query; undefined if the path cannot be sent on one line. */
export const infoAtPath = async (
  { reader }: RepositoryContext,
  root: ObjectId,
  path: string,
): Promise<ObjectInfo | undefined> => {
  const parts = askable(path)
  return parts && reader().info(`${root}:${parts.join('/')}`)
}
