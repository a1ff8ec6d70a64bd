import type { ObjectId } from '@forgefold/core/ports'
import { entryNamed, type RawEntry, rawNameOf } from '../git-objects/tree.js'
import { entryAt, partsOf } from '../git-objects/walk-path.js'
import type { ObjectInfo } from './object-reader.js'
import type { RepositoryContext } from './repository-context.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be asked for on a line
const ON_A_LINE = /^[^\u0000-\u001f\u007f]{1,4096}$/

/** The parts of a path that git may be asked for on a line, as one expression with a commit or tree; undefined for the root and odd ones. */
const askable = (path: string): ReadonlyArray<string> | undefined => {
  const parts = partsOf(path)
  return parts.length === 0 || parts.includes('..') || !ON_A_LINE.test(path) ? undefined : parts
}

/** What stands at a path of a commit or tree: without a question where all on the way is kept, else with one instead of one for each folder. */
export const entryIn = async (
  context: RepositoryContext,
  root: ObjectId,
  path: string,
): Promise<RawEntry | undefined> => {
  const known = await entryAt({ read: async (id) => context.reader().kept(id) }, root, path)
  if (known !== undefined) return known
  const parts = askable(path)
  const folder = parts && (await context.reader().contents(`${root}:${parts.slice(0, -1).join('/')}`))
  const found = folder?.kind === 'tree' ? entryNamed(folder.bytes, rawNameOf(parts?.at(-1) ?? '')) : undefined
  // That it was not found so says nothing.
  return found ?? entryAt(context.objects, root, path)
}

/** What is known of the object at a path, asked for together with the way to it; undefined where it cannot be asked so. */
export const infoIn = async (
  { reader }: RepositoryContext,
  root: ObjectId,
  path: string,
): Promise<ObjectInfo | undefined> => {
  const parts = askable(path)
  return parts && reader().info(`${root}:${parts.join('/')}`)
}
