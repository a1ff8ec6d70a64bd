import type { Forge } from '../../../app/forge.js'
import type { Commit, ObjectId } from '../../../ports/git.js'
import type { Version } from '../events.js'

/** How many commits are looked at where all of them are read for their messages. */
const MOST_READ = 1000

/** The commits of a version, newest first: those of the source that the target did not have then. */
export const commitsOf = (
  forge: Forge,
  targetProjectId: number,
  version: Pick<Version, 'head' | 'start' | 'state'>,
  part: { readonly skip?: number; readonly limit?: number } = {},
): Promise<ReadonlyArray<Commit>> => {
  const { head, start, state } = version
  if (head === null || start === null || state === 'empty') return Promise.resolve([])
  const { skip = 0, limit = MOST_READ } = part
  return forge.git.of(targetProjectId).log({ from: [head as ObjectId], not: [start as ObjectId], skip, limit })
}
