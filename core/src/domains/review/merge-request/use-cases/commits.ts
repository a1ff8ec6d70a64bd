import type { Forge } from '../../../../app/forge.js'
import type { Commit, ObjectId } from '../../../../ports/git.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { branchRef } from '../../../projects/repository/ref-names.js'
import { userOfAddress } from '../../../projects/repository/signature.js'
import type { Version } from '../events.js'
import type { MergeRequestRow } from '../queries.js'

/** How many commits are looked at where all of them are read for their messages. */
const MOST_READ = 1000

/** Lists of at most so many commits are kept. */
const SHORT = 50

type Commits = ReadonlyArray<Commit>

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
  const known = forge.mergeRequestState.commits.get(key)
  const { skip, limit } = part ?? { skip: 0, limit: MOST_READ }
  if (known !== undefined) return known.slice(skip, skip + limit)
  const commits = await forge.git
    .of(targetProjectId)
    .log({ from: [head as ObjectId], not: [start as ObjectId], skip, limit })
  if (skip === 0 && commits.length < limit && commits.length <= SHORT) forge.mergeRequestState.commits.set(key, commits)
  return commits
}

/** How many commits the target branch has that the source lacks; 0 where a branch is missing. */
export const divergedCommits = async (forge: Forge, row: MergeRequestRow): Promise<number> => {
  const git = forge.git.of(row.targetProjectId)
  const target = await git.ref(branchRef(row.targetBranch))
  const isThere = forge.read.repositories.ref(row.sourceProjectId, branchRef(row.sourceBranch)) !== undefined
  if (target === undefined || !isThere || row.version.head === null) return 0
  return git.count({ from: [target], not: [row.version.head as ObjectId] })
}

/** Whether those who committed to a merge request may not approve it; the free tier does not mind. */
export const preventsCommitterApproval = (forge: Forge, project: ProjectRow): boolean =>
  forge.instance.tier !== 'free' && project.mergeRequestsDisableCommittersApproval

/** The users who committed what a version brings, merges of other branches left out; addresses of nobody here are nobody. */
export const committersOf = async (
  forge: Forge,
  targetProjectId: number,
  version: Pick<Version, 'head' | 'start' | 'state'>,
): Promise<ReadonlyArray<number>> => {
  const commits = await commitsOf(forge, targetProjectId, version)
  const addresses = new Set(commits.filter(({ parents }) => parents.length < 2).map(({ committer }) => committer.email))
  const users = [...addresses].flatMap((address) => userOfAddress(forge, address) ?? [])
  return [...new Set(users)].sort((a, b) => a - b)
}
