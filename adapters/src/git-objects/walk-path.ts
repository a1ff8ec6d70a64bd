import { isObjectId, type ObjectId } from '@forgefold/core/ports'
import { decodeCommit, decodeTag } from './commit.js'
import type { ObjectStore } from './hash.js'
import { entryNamed, type RawEntry, rawNameOf, TREE_MODE } from './tree.js'

/** The tree of a commit or tag; a tree itself is returned. */
export const treeIdOf = async (store: Pick<ObjectStore, 'read'>, id: ObjectId): Promise<ObjectId | undefined> => {
  const object = await store.read(id)
  if (object === undefined || object.kind === 'blob') return undefined
  if (object.kind === 'tree') return id
  if (object.kind === 'commit') return decodeCommit(id, object.bytes).tree
  const { target } = decodeTag(id, object.bytes)
  return isObjectId(target) ? treeIdOf(store, target) : undefined
}

/** The segments of a path, without empty ones and single dots. */
export const partsOf = (path: string): ReadonlyArray<string> =>
  path.split('/').filter((part) => part !== '' && part !== '.')

/** The entry at a path of a commit or tree; the root is a tree without a name. */
export const entryAt = async (
  store: Pick<ObjectStore, 'read'>,
  root: ObjectId,
  path: string,
): Promise<RawEntry | undefined> => {
  const tree = await treeIdOf(store, root)
  if (tree === undefined) return undefined
  let entry: RawEntry = { mode: TREE_MODE, rawName: '', id: tree }
  for (const part of partsOf(path)) {
    if (entry.mode !== TREE_MODE) return undefined
    const object = await store.read(entry.id)
    if (object?.kind !== 'tree') return undefined
    const found = entryNamed(object.bytes, rawNameOf(part))
    if (found === undefined) return undefined
    entry = found
  }
  return entry
}
