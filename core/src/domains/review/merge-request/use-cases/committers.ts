import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { userOfAddress } from '../../../projects/repository/signature.js'
import type { Version } from '../events.js'
import { commitsOf } from './commits.js'

/** Whether those who committed to a merge request may not approve it; the free tier does not mind. */
export const bansCommitters = (forge: Forge, project: ProjectRow): boolean =>
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
