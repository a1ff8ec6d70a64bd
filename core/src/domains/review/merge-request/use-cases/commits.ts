import type { Forge } from '../../../../app/forge.js'
import { RecencyCache } from '../../../../app/recency-cache.js'
import type { Commit, ObjectId } from '../../../../ports/git.js'
import type { Version } from '../events.js'

/** How many commits are looked at where all of them are read for their messages. */
const MOST_READ = 1000

/** Lists of at most so many commits are kept, this many of them. */
const SHORT = 50
const KEPT = 2000

type Commits = ReadonlyArray<Commit>

const kept = new WeakMap<object, RecencyCache<string, Commits>>()

const keptBy = (forge: Forge): RecencyCache<string, Commits> => {
  const known = kept.get(forge) ?? new RecencyCache<string, Commits>(KEPT)
  kept.set(forge, known)
  return known
}

/** The commits of a version, newest first: those of the source that the target did not have then. */
export const commitsOf = async (
  forge: Forge,
  targetProjectId: number,
  version: Pick<Version, 'head' | 'start' | 'state'>,
  part?: { readonly skip: number; readonly limit: number },
): Promise<Commits> => {
  const { head, start, state } = version
  if (head === null || start === null || state === 'empty') return []
  // What two ids mean never changes, so it is asked once.
  const key = `${targetProjectId} ${head} ${start}`
  const known = keptBy(forge).get(key)
  const { skip, limit } = part ?? { skip: 0, limit: MOST_READ }
  if (known !== undefined) return known.slice(skip, skip + limit)
  const commits = await forge.git
    .of(targetProjectId)
    .log({ from: [head as ObjectId], not: [start as ObjectId], skip, limit })
  if (skip === 0 && commits.length < limit && commits.length <= SHORT) keptBy(forge).set(key, commits)
  return commits
}
