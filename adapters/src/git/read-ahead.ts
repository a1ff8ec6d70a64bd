import type { ObjectId } from '@forgefold/core/ports'
import { decodeCommit } from '../git-objects/commit.js'
import type { Link } from './commit-links.js'
import type { LoadedObject } from './object-reader.js'
import type { RepositoryContext } from './repository-context.js'

/** The most commits that a walk reads; beyond that git is faster. */
export const READS = 48

/** What a walk needs of a commit that was read. */
export const linkOf = ({ id, bytes }: LoadedObject): Link => {
  const { parents, committer } = decodeCommit(id, bytes)
  return { parents, seconds: committer.seconds }
}

/** The link of a commit: kept, or in an object that is. */
const keptLink = ({ links, reader }: RepositoryContext, id: ObjectId): Link | undefined => {
  const known = links.get(id)
  if (known !== undefined) return known
  const object = reader().kept(id)
  if (object?.kind !== 'commit') return undefined
  const link = linkOf(object)
  links.set(id, link)
  return link
}

/**
 * Reads the commits that a walk from one will most likely come by, its first parents: all of them together, where the walk would wait for each
 * before it knows the next.
 */
export const readAhead = async (context: RepositoryContext, from: ObjectId, steps: number) => {
  const { links, reader } = context
  let at = from
  let left = Math.min(steps, READS)
  for (let link = keptLink(context, at); link !== undefined && left > 0; left--) {
    const [parent] = link.parents
    if (parent === undefined) return
    at = parent
    link = keptLink(context, at)
  }
  if (left < 2) return
  const asked = Array.from({ length: left }, (_, back) => reader().contents(back === 0 ? at : `${at}~${back}`))
  for (const object of await Promise.all(asked)) if (object?.kind === 'commit') links.set(object.id, linkOf(object))
}
